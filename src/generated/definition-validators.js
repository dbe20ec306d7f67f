// Made from schemas/ by `npm run generate`. Do not edit.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: !0 });
    function ucs2length(str) {
      let len = str.length, length = 0, pos = 0, value;
      for (; pos < len; )
        length++, value = str.charCodeAt(pos++), value >= 55296 && value <= 56319 && pos < len && (value = str.charCodeAt(pos), (value & 64512) === 56320 && pos++);
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var configuration = validate21;
var func2 = require_ucs2length().default;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (let key0 in data)
      if (!(key0 === "definitions" || key0 === "baseUrl" || key0 === "prune" || key0 === "scope" || key0 === "limits" || key0 === "pins" || key0 === "service")) {
        let err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
      }
    if (data.definitions !== void 0) {
      let data0 = data.definitions;
      if (typeof data0 == "string") {
        if (func2(data0) < 1) {
          let err1 = { instancePath: instancePath + "/definitions", schemaPath: "#/properties/definitions/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
        }
      } else {
        let err2 = { instancePath: instancePath + "/definitions", schemaPath: "#/properties/definitions/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    }
    if (data.baseUrl !== void 0) {
      let data1 = data.baseUrl;
      if (typeof data1 == "string") {
        if (func2(data1) < 1) {
          let err3 = { instancePath: instancePath + "/baseUrl", schemaPath: "#/properties/baseUrl/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      } else {
        let err4 = { instancePath: instancePath + "/baseUrl", schemaPath: "#/properties/baseUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.prune !== void 0 && typeof data.prune != "boolean") {
      let err5 = { instancePath: instancePath + "/prune", schemaPath: "#/properties/prune/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.scope !== void 0) {
      let data3 = data.scope;
      if (Array.isArray(data3)) {
        let len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data4 = data3[i0];
          if (typeof data4 == "string") {
            if (func2(data4) < 1) {
              let err6 = { instancePath: instancePath + "/scope/" + i0, schemaPath: "#/properties/scope/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
            }
          } else {
            let err7 = { instancePath: instancePath + "/scope/" + i0, schemaPath: "#/properties/scope/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
        }
      } else {
        let err8 = { instancePath: instancePath + "/scope", schemaPath: "#/properties/scope/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
      }
    }
    if (data.limits !== void 0) {
      let data5 = data.limits;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        for (let key1 in data5)
          if (key1 !== "maxDeletePercent") {
            let err9 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
        if (data5.maxDeletePercent !== void 0) {
          let data6 = data5.maxDeletePercent;
          if (typeof data6 == "number" && isFinite(data6)) {
            if (data6 > 100 || isNaN(data6)) {
              let err10 = { instancePath: instancePath + "/limits/maxDeletePercent", schemaPath: "#/properties/limits/properties/maxDeletePercent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" };
              vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
            }
            if (data6 < 0 || isNaN(data6)) {
              let err11 = { instancePath: instancePath + "/limits/maxDeletePercent", schemaPath: "#/properties/limits/properties/maxDeletePercent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
            }
          } else {
            let err12 = { instancePath: instancePath + "/limits/maxDeletePercent", schemaPath: "#/properties/limits/properties/maxDeletePercent/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
          }
        }
      } else {
        let err13 = { instancePath: instancePath + "/limits", schemaPath: "#/properties/limits/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
      }
    }
    if (data.pins !== void 0) {
      let data7 = data.pins;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7))
        for (let key2 in data7) {
          let data8 = data7[key2];
          if (data8 && typeof data8 == "object" && !Array.isArray(data8))
            for (let key3 in data8) {
              let data9 = data8[key3];
              if (typeof data9 == "string") {
                if (func2(data9) < 1) {
                  let err14 = { instancePath: instancePath + "/pins/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/pins/additionalProperties/additionalProperties/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
                }
              } else {
                let err15 = { instancePath: instancePath + "/pins/" + key2.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/pins/additionalProperties/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
              }
            }
          else {
            let err16 = { instancePath: instancePath + "/pins/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/pins/additionalProperties/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
        }
      else {
        let err17 = { instancePath: instancePath + "/pins", schemaPath: "#/properties/pins/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
    }
    if (data.service !== void 0) {
      let data10 = data.service;
      if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
        for (let key4 in data10)
          if (!(key4 === "evaluationUpdate" || key4 === "evaluationDeleteCascades")) {
            let err18 = { instancePath: instancePath + "/service", schemaPath: "#/properties/service/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
        if (data10.evaluationUpdate !== void 0 && typeof data10.evaluationUpdate != "boolean") {
          let err19 = { instancePath: instancePath + "/service/evaluationUpdate", schemaPath: "#/properties/service/properties/evaluationUpdate/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
        }
        if (data10.evaluationDeleteCascades !== void 0 && typeof data10.evaluationDeleteCascades != "boolean") {
          let err20 = { instancePath: instancePath + "/service/evaluationDeleteCascades", schemaPath: "#/properties/service/properties/evaluationDeleteCascades/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
        }
      } else {
        let err21 = { instancePath: instancePath + "/service", schemaPath: "#/properties/service/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
      }
    }
  } else {
    let err22 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
  }
  return validate21.errors = vErrors, errors === 0;
}
var definitionAssertion = validate22, schema7 = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", required: ["type"], discriminator: { propertyName: "type" }, oneOf: [{ properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "EXACT_MATCH" }, targetValue: { $ref: "./common.schema.json#/$defs/text" }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, jsonPath: { $ref: "../parts.schema.json#/$defs/jsonPath" }, ignoreCase: { $ref: "../parts.schema.json#/$defs/ignoreCase" }, negate: { $ref: "../parts.schema.json#/$defs/negate" } }, required: ["type", "targetValue"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "STARTS_WITH" }, targetValue: { $ref: "./common.schema.json#/$defs/text" }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, jsonPath: { $ref: "../parts.schema.json#/$defs/jsonPath" }, ignoreCase: { $ref: "../parts.schema.json#/$defs/ignoreCase" }, negate: { $ref: "../parts.schema.json#/$defs/negate" } }, required: ["type", "targetValue"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "CONTAINS_ALL" }, targetValues: { $ref: "../parts.schema.json#/$defs/targetValues" }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, jsonPath: { $ref: "../parts.schema.json#/$defs/jsonPath" }, ignoreCase: { $ref: "../parts.schema.json#/$defs/ignoreCase" }, negate: { $ref: "../parts.schema.json#/$defs/negate" } }, required: ["type", "targetValues"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "CONTAINS_ANY" }, targetValues: { $ref: "../parts.schema.json#/$defs/targetValues" }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, jsonPath: { $ref: "../parts.schema.json#/$defs/jsonPath" }, ignoreCase: { $ref: "../parts.schema.json#/$defs/ignoreCase" }, negate: { $ref: "../parts.schema.json#/$defs/negate" } }, required: ["type", "targetValues"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "COST" }, targetThreshold: { $ref: "../parts.schema.json#/$defs/costThreshold" }, weight: { $ref: "../parts.schema.json#/$defs/weight" } }, required: ["type", "targetThreshold"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "LATENCY" }, targetThreshold: { $ref: "../parts.schema.json#/$defs/latencyThreshold" }, weight: { $ref: "../parts.schema.json#/$defs/weight" } }, required: ["type", "targetThreshold"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "TOOL_CALLED" }, toolName: { $ref: "../parts.schema.json#/$defs/assertedToolName" }, weight: { $ref: "../parts.schema.json#/$defs/weight" } }, required: ["type", "toolName"], additionalProperties: !1 }, { properties: { kind: { const: "assertion" }, evaluation: { type: "string", minLength: 1 }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, type: { const: "TOOL_CALLED_WITH" }, toolName: { $ref: "../parts.schema.json#/$defs/assertedToolName" }, argKeyName: { $ref: "../parts.schema.json#/$defs/argKeyName" }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, ignoreCase: { $ref: "../parts.schema.json#/$defs/ignoreCase" }, negate: { $ref: "../parts.schema.json#/$defs/negate" } }, required: ["type", "toolName", "argKeyName"], additionalProperties: !1 }], $id: "https://promptctl.invalid/schemas/definition/assertion.schema.json" }, func6 = Object.prototype.hasOwnProperty;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  return validate24.errors = null, !0;
}
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.file === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "file" }, message: "must have required property 'file'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    for (let key0 in data)
      if (key0 !== "file") {
        let err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
    if (data.file !== void 0) {
      let data0 = data.file;
      if (typeof data0 == "string") {
        if (func2(data0) < 1) {
          let err2 = { instancePath: instancePath + "/file", schemaPath: "#/properties/file/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
        }
      } else {
        let err3 = { instancePath: instancePath + "/file", schemaPath: "#/properties/file/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate27.errors = vErrors, errors === 0;
}
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    validate27(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err1 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate26.errors = vErrors, errors === 0;
}
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 }, message: "must be <= 1" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data < 0 || isNaN(data)) {
      let err1 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate31.errors = vErrors, errors === 0;
}
var schema14 = { type: ["string", "null"], default: "$" };
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string" && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema14.type }, message: "must be string,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate33.errors = vErrors, errors === 0;
}
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate35.errors = vErrors, errors === 0;
}
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate37.errors = vErrors, errors === 0;
}
function validate46(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (Array.isArray(data)) {
    if (data.length < 1) {
      let err0 = { instancePath, schemaPath: "#/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    let len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++)
      if (typeof data[i0] != "string") {
        let err1 = { instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate46.errors = vErrors, errors === 0;
}
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "number" && isFinite(data)) {
    if (data < 0 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate59.errors = vErrors, errors === 0;
}
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "number" && isFinite(data)) {
    if (data < 0 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate63.errors = vErrors, errors === 0;
}
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate67.errors = vErrors, errors === 0;
}
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate72.errors = vErrors, errors === 0;
}
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    let tag0 = data.type;
    if (typeof tag0 == "string")
      if (tag0 === "EXACT_MATCH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err1 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
          }
          if (data.targetValue === void 0) {
            let err2 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
          for (let key0 in data)
            if (!func6.call(schema7.oneOf[0].properties, key0)) {
              let err3 = { instancePath, schemaPath: "#/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err4 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/0/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
          }
          if (data.evaluation !== void 0) {
            let data1 = data.evaluation;
            if (typeof data1 == "string") {
              if (func2(data1) < 1) {
                let err5 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/0/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/0/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "EXACT_MATCH") {
            let err7 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/0/properties/type/const", keyword: "const", params: { allowedValue: "EXACT_MATCH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
          data.targetValue !== void 0 && (validate26(data.targetValue, { instancePath: instancePath + "/targetValue", parentData: data, parentDataProperty: "targetValue", rootData }) || (vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate33(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate35(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length)), data.negate !== void 0 && (validate37(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length));
        }
      } else if (tag0 === "STARTS_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err8 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
          if (data.targetValue === void 0) {
            let err9 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
          for (let key1 in data)
            if (!func6.call(schema7.oneOf[1].properties, key1)) {
              let err10 = { instancePath, schemaPath: "#/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err11 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/1/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
          if (data.evaluation !== void 0) {
            let data10 = data.evaluation;
            if (typeof data10 == "string") {
              if (func2(data10) < 1) {
                let err12 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/1/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/1/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "STARTS_WITH") {
            let err14 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/1/properties/type/const", keyword: "const", params: { allowedValue: "STARTS_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
          }
          data.targetValue !== void 0 && (validate26(data.targetValue, { instancePath: instancePath + "/targetValue", parentData: data, parentDataProperty: "targetValue", rootData }) || (vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate33(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate35(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length)), data.negate !== void 0 && (validate37(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ALL") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err15 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
          }
          if (data.targetValues === void 0) {
            let err16 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          for (let key2 in data)
            if (!func6.call(schema7.oneOf[2].properties, key2)) {
              let err17 = { instancePath, schemaPath: "#/oneOf/2/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err18 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/2/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
          if (data.evaluation !== void 0) {
            let data19 = data.evaluation;
            if (typeof data19 == "string") {
              if (func2(data19) < 1) {
                let err19 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/2/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
              }
            } else {
              let err20 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/2/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "CONTAINS_ALL") {
            let err21 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/2/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ALL" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
          }
          data.targetValues !== void 0 && (validate46(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate33(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate35(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length)), data.negate !== void 0 && (validate37(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ANY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err22 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
          }
          if (data.targetValues === void 0) {
            let err23 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
          }
          for (let key3 in data)
            if (!func6.call(schema7.oneOf[3].properties, key3)) {
              let err24 = { instancePath, schemaPath: "#/oneOf/3/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err25 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/3/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
          }
          if (data.evaluation !== void 0) {
            let data28 = data.evaluation;
            if (typeof data28 == "string") {
              if (func2(data28) < 1) {
                let err26 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/3/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
              }
            } else {
              let err27 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/3/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "CONTAINS_ANY") {
            let err28 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/3/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ANY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
          }
          data.targetValues !== void 0 && (validate46(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate33(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate35(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length)), data.negate !== void 0 && (validate37(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length));
        }
      } else if (tag0 === "COST") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err29 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err30 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
          }
          for (let key4 in data)
            if (!(key4 === "kind" || key4 === "evaluation" || key4 === "metadata" || key4 === "type" || key4 === "targetThreshold" || key4 === "weight")) {
              let err31 = { instancePath, schemaPath: "#/oneOf/4/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err32 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/4/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
          }
          if (data.evaluation !== void 0) {
            let data37 = data.evaluation;
            if (typeof data37 == "string") {
              if (func2(data37) < 1) {
                let err33 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/4/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
              }
            } else {
              let err34 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/4/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "COST") {
            let err35 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/4/properties/type/const", keyword: "const", params: { allowedValue: "COST" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
          }
          data.targetThreshold !== void 0 && (validate59(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length));
        }
      } else if (tag0 === "LATENCY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err36 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err37 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
          }
          for (let key5 in data)
            if (!(key5 === "kind" || key5 === "evaluation" || key5 === "metadata" || key5 === "type" || key5 === "targetThreshold" || key5 === "weight")) {
              let err38 = { instancePath, schemaPath: "#/oneOf/5/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err39 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/5/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
          }
          if (data.evaluation !== void 0) {
            let data43 = data.evaluation;
            if (typeof data43 == "string") {
              if (func2(data43) < 1) {
                let err40 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/5/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
              }
            } else {
              let err41 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/5/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "LATENCY") {
            let err42 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/5/properties/type/const", keyword: "const", params: { allowedValue: "LATENCY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
          }
          data.targetThreshold !== void 0 && (validate63(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err43 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
          }
          if (data.toolName === void 0) {
            let err44 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
          }
          for (let key6 in data)
            if (!(key6 === "kind" || key6 === "evaluation" || key6 === "metadata" || key6 === "type" || key6 === "toolName" || key6 === "weight")) {
              let err45 = { instancePath, schemaPath: "#/oneOf/6/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err46 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/6/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
          }
          if (data.evaluation !== void 0) {
            let data49 = data.evaluation;
            if (typeof data49 == "string") {
              if (func2(data49) < 1) {
                let err47 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/6/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err47] : vErrors.push(err47), errors++;
              }
            } else {
              let err48 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/6/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err48] : vErrors.push(err48), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "TOOL_CALLED") {
            let err49 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/6/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err49] : vErrors.push(err49), errors++;
          }
          data.toolName !== void 0 && (validate67(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err50 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err50] : vErrors.push(err50), errors++;
          }
          if (data.toolName === void 0) {
            let err51 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err51] : vErrors.push(err51), errors++;
          }
          if (data.argKeyName === void 0) {
            let err52 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "argKeyName" }, message: "must have required property 'argKeyName'" };
            vErrors === null ? vErrors = [err52] : vErrors.push(err52), errors++;
          }
          for (let key7 in data)
            if (!func6.call(schema7.oneOf[7].properties, key7)) {
              let err53 = { instancePath, schemaPath: "#/oneOf/7/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err53] : vErrors.push(err53), errors++;
            }
          if (data.kind !== void 0 && data.kind !== "assertion") {
            let err54 = { instancePath: instancePath + "/kind", schemaPath: "#/oneOf/7/properties/kind/const", keyword: "const", params: { allowedValue: "assertion" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err54] : vErrors.push(err54), errors++;
          }
          if (data.evaluation !== void 0) {
            let data55 = data.evaluation;
            if (typeof data55 == "string") {
              if (func2(data55) < 1) {
                let err55 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/7/properties/evaluation/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err55] : vErrors.push(err55), errors++;
              }
            } else {
              let err56 = { instancePath: instancePath + "/evaluation", schemaPath: "#/oneOf/7/properties/evaluation/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err56] : vErrors.push(err56), errors++;
            }
          }
          if (data.metadata !== void 0 && (validate24(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "TOOL_CALLED_WITH") {
            let err57 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/7/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err57] : vErrors.push(err57), errors++;
          }
          data.toolName !== void 0 && (validate67(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors), errors = vErrors.length)), data.argKeyName !== void 0 && (validate72(data.argKeyName, { instancePath: instancePath + "/argKeyName", parentData: data, parentDataProperty: "argKeyName", rootData }) || (vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors), errors = vErrors.length)), data.weight !== void 0 && (validate31(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate35(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors), errors = vErrors.length)), data.negate !== void 0 && (validate37(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors), errors = vErrors.length));
        }
      } else {
        let err58 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        vErrors === null ? vErrors = [err58] : vErrors.push(err58), errors++;
      }
    else {
      let err59 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      vErrors === null ? vErrors = [err59] : vErrors.push(err59), errors++;
    }
  } else {
    let err60 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err60] : vErrors.push(err60), errors++;
  }
  return validate22.errors = vErrors, errors === 0;
}
var definitionEvaluation = validate77, schema22 = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { kind: { const: "evaluation" }, prompt: { type: "string", minLength: 1 }, name: { type: "string", minLength: 1, pattern: "^(?!id:)[^/]*$" }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, variables: { $ref: "../parts.schema.json#/$defs/variableValues" }, appendedMessages: { type: "array", items: { $ref: "./common.schema.json#/$defs/message" }, default: [] }, weight: { $ref: "../parts.schema.json#/$defs/weight" }, threshold: { $ref: "../parts.schema.json#/$defs/threshold" }, assertions: { type: "array", items: { allOf: [{ $ref: "./assertion.schema.json" }, { type: "object", properties: { kind: !1, evaluation: !1 } }] } } }, required: ["name"], additionalProperties: !1, $id: "https://promptctl.invalid/schemas/definition/evaluation.schema.json" }, pattern0 = new RegExp("^(?!id:)[^/]*$", "u");
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  return validate78.errors = null, !0;
}
var schema24 = { type: ["object", "null"], additionalProperties: { type: ["string", "null"] }, default: {} };
function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)) && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema24.type }, message: "must be object,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data))
    for (let key0 in data) {
      let data0 = data[key0];
      if (typeof data0 != "string" && data0 !== null) {
        let err1 = { instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: schema24.additionalProperties.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
    }
  return validate80.errors = vErrors, errors === 0;
}
var schema26 = { enum: ["assistant", "system", "tool", "user"] };
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data === "assistant" || data === "system" || data === "tool" || data === "user")) {
    let err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema26.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate83.errors = vErrors, errors === 0;
}
function validate88(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    validate27(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err1 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate88.errors = vErrors, errors === 0;
}
function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.file === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "file" }, message: "must have required property 'file'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    for (let key0 in data)
      if (key0 !== "file") {
        let err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
    if (data.file !== void 0) {
      let data0 = data.file;
      if (typeof data0 == "string") {
        if (func2(data0) < 1) {
          let err2 = { instancePath: instancePath + "/file", schemaPath: "#/properties/file/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
        }
      } else {
        let err3 = { instancePath: instancePath + "/file", schemaPath: "#/properties/file/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate92.errors = vErrors, errors === 0;
}
function validate91(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    validate92(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate92.errors : vErrors.concat(validate92.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err1 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate91.errors = vErrors, errors === 0;
}
function validate95(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate95.errors = vErrors, errors === 0;
}
function validate98(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate98.errors = vErrors, errors === 0;
}
function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data !== "function") {
    let err0 = { instancePath, schemaPath: "#/const", keyword: "const", params: { allowedValue: "function" }, message: "must be equal to constant" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate100.errors = vErrors, errors === 0;
}
function validate103(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate103.errors = vErrors, errors === 0;
}
function validate105(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      let err1 = { instancePath, schemaPath: "#/anyOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err2 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate105.errors = vErrors, errors === 0;
}
function validate102(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.arguments === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "arguments" }, message: "must have required property 'arguments'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "name" || key0 === "arguments")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    data.name !== void 0 && (validate103(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate103.errors : vErrors.concat(validate103.errors), errors = vErrors.length)), data.arguments !== void 0 && (validate105(data.arguments, { instancePath: instancePath + "/arguments", parentData: data, parentDataProperty: "arguments", rootData }) || (vErrors = vErrors === null ? validate105.errors : vErrors.concat(validate105.errors), errors = vErrors.length));
  } else {
    let err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
  }
  return validate102.errors = vErrors, errors === 0;
}
function validate97(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.toolCallId === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "toolCallId" }, message: "must have required property 'toolCallId'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.type === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.function === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "function" }, message: "must have required property 'function'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "toolCallId" || key0 === "type" || key0 === "function")) {
        let err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    data.toolCallId !== void 0 && (validate98(data.toolCallId, { instancePath: instancePath + "/toolCallId", parentData: data, parentDataProperty: "toolCallId", rootData }) || (vErrors = vErrors === null ? validate98.errors : vErrors.concat(validate98.errors), errors = vErrors.length)), data.type !== void 0 && (validate100(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData }) || (vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors), errors = vErrors.length)), data.function !== void 0 && (validate102(data.function, { instancePath: instancePath + "/function", parentData: data, parentDataProperty: "function", rootData }) || (vErrors = vErrors === null ? validate102.errors : vErrors.concat(validate102.errors), errors = vErrors.length));
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate97.errors = vErrors, errors === 0;
}
function validate87(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    let tag0 = data.type;
    if (typeof tag0 == "string")
      if (tag0 === "TEXT") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err1 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
          }
          if (data.text === void 0) {
            let err2 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "text" }, message: "must have required property 'text'" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
          for (let key0 in data)
            if (!(key0 === "type" || key0 === "text")) {
              let err3 = { instancePath, schemaPath: "#/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
            }
          if (data.type !== void 0 && data.type !== "TEXT") {
            let err4 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/0/properties/type/const", keyword: "const", params: { allowedValue: "TEXT" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
          }
          data.text !== void 0 && (validate88(data.text, { instancePath: instancePath + "/text", parentData: data, parentDataProperty: "text", rootData }) || (vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors), errors = vErrors.length));
        }
      } else if (tag0 === "IMAGE_BASE64") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err5 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
          }
          if (data.imageBase64 === void 0) {
            let err6 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "imageBase64" }, message: "must have required property 'imageBase64'" };
            vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
          }
          if (data.mediaType === void 0) {
            let err7 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "mediaType" }, message: "must have required property 'mediaType'" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
          for (let key1 in data)
            if (!(key1 === "type" || key1 === "imageBase64" || key1 === "mediaType")) {
              let err8 = { instancePath, schemaPath: "#/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
            }
          if (data.type !== void 0 && data.type !== "IMAGE_BASE64") {
            let err9 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/1/properties/type/const", keyword: "const", params: { allowedValue: "IMAGE_BASE64" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
          data.imageBase64 !== void 0 && (validate91(data.imageBase64, { instancePath: instancePath + "/imageBase64", parentData: data, parentDataProperty: "imageBase64", rootData }) || (vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors), errors = vErrors.length)), data.mediaType !== void 0 && (validate95(data.mediaType, { instancePath: instancePath + "/mediaType", parentData: data, parentDataProperty: "mediaType", rootData }) || (vErrors = vErrors === null ? validate95.errors : vErrors.concat(validate95.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALL") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err10 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
          if (data.toolCall === void 0) {
            let err11 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "toolCall" }, message: "must have required property 'toolCall'" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
          for (let key2 in data)
            if (!(key2 === "type" || key2 === "toolCall")) {
              let err12 = { instancePath, schemaPath: "#/oneOf/2/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
            }
          if (data.type !== void 0 && data.type !== "TOOL_CALL") {
            let err13 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/2/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALL" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
          }
          data.toolCall !== void 0 && (validate97(data.toolCall, { instancePath: instancePath + "/toolCall", parentData: data, parentDataProperty: "toolCall", rootData }) || (vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_RESULT") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err14 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
          }
          if (data.toolCallId === void 0) {
            let err15 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "toolCallId" }, message: "must have required property 'toolCallId'" };
            vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
          }
          if (data.result === void 0) {
            let err16 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "result" }, message: "must have required property 'result'" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          for (let key3 in data)
            if (!(key3 === "type" || key3 === "toolCallId" || key3 === "result")) {
              let err17 = { instancePath, schemaPath: "#/oneOf/3/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
              vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
            }
          if (data.type !== void 0 && data.type !== "TOOL_RESULT") {
            let err18 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/3/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_RESULT" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
          data.toolCallId !== void 0 && (validate98(data.toolCallId, { instancePath: instancePath + "/toolCallId", parentData: data, parentDataProperty: "toolCallId", rootData }) || (vErrors = vErrors === null ? validate98.errors : vErrors.concat(validate98.errors), errors = vErrors.length)), data.result !== void 0 && (validate88(data.result, { instancePath: instancePath + "/result", parentData: data, parentDataProperty: "result", rootData }) || (vErrors = vErrors === null ? validate88.errors : vErrors.concat(validate88.errors), errors = vErrors.length));
        }
      } else {
        let err19 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
    else {
      let err20 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
    }
  } else {
    let err21 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
  }
  return validate87.errors = vErrors, errors === 0;
}
function validate85(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    validate27(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    if (valid0 = valid0 || _valid0, !valid0) {
      let _errs4 = errors;
      if (Array.isArray(data)) {
        let len0 = data.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate87(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate87.errors : vErrors.concat(validate87.errors), errors = vErrors.length);
      } else {
        let err1 = { instancePath, schemaPath: "#/anyOf/2/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
      var _valid0 = _errs4 === errors;
      valid0 = valid0 || _valid0;
    }
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err2 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate85.errors = vErrors, errors === 0;
}
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.role === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "role" }, message: "must have required property 'role'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.content === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "content" }, message: "must have required property 'content'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "role" || key0 === "content")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    data.role !== void 0 && (validate83(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors), errors = vErrors.length)), data.content !== void 0 && (validate85(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors), errors = vErrors.length));
  } else {
    let err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
  }
  return validate82.errors = vErrors, errors === 0;
}
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 }, message: "must be <= 1" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data < 0 || isNaN(data)) {
      let err1 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate114.errors = vErrors, errors === 0;
}
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "number" && isFinite(data)) {
    if (data > 1 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1 }, message: "must be <= 1" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data < 0 || isNaN(data)) {
      let err1 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate116.errors = vErrors, errors === 0;
}
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    for (let key0 in data)
      if (!func6.call(schema22.properties, key0)) {
        let err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
    if (data.kind !== void 0 && data.kind !== "evaluation") {
      let err2 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "evaluation" }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.prompt !== void 0) {
      let data1 = data.prompt;
      if (typeof data1 == "string") {
        if (func2(data1) < 1) {
          let err3 = { instancePath: instancePath + "/prompt", schemaPath: "#/properties/prompt/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      } else {
        let err4 = { instancePath: instancePath + "/prompt", schemaPath: "#/properties/prompt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.name !== void 0) {
      let data2 = data.name;
      if (typeof data2 == "string") {
        if (func2(data2) < 1) {
          let err5 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
        }
        if (!pattern0.test(data2)) {
          let err6 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^(?!id:)[^/]*$" }, message: 'must match pattern "^(?!id:)[^/]*$"' };
          vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
        }
      } else {
        let err7 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
    }
    if (data.metadata !== void 0 && (validate78(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors), errors = vErrors.length)), data.variables !== void 0 && (validate80(data.variables, { instancePath: instancePath + "/variables", parentData: data, parentDataProperty: "variables", rootData }) || (vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors), errors = vErrors.length)), data.appendedMessages !== void 0) {
      let data5 = data.appendedMessages;
      if (Array.isArray(data5)) {
        let len0 = data5.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate82(data5[i0], { instancePath: instancePath + "/appendedMessages/" + i0, parentData: data5, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors), errors = vErrors.length);
      } else {
        let err8 = { instancePath: instancePath + "/appendedMessages", schemaPath: "#/properties/appendedMessages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
      }
    }
    if (data.weight !== void 0 && (validate114(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors), errors = vErrors.length)), data.threshold !== void 0 && (validate116(data.threshold, { instancePath: instancePath + "/threshold", parentData: data, parentDataProperty: "threshold", rootData }) || (vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors), errors = vErrors.length)), data.assertions !== void 0) {
      let data9 = data.assertions;
      if (Array.isArray(data9)) {
        let len1 = data9.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data10 = data9[i1];
          if (validate22(data10, { instancePath: instancePath + "/assertions/" + i1, parentData: data9, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors), errors = vErrors.length), data10 && typeof data10 == "object" && !Array.isArray(data10)) {
            if (data10.kind !== void 0) {
              let err9 = { instancePath: instancePath + "/assertions/" + i1 + "/kind", schemaPath: "#/properties/assertions/items/allOf/1/properties/kind/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" };
              vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
            }
            if (data10.evaluation !== void 0) {
              let err10 = { instancePath: instancePath + "/assertions/" + i1 + "/evaluation", schemaPath: "#/properties/assertions/items/allOf/1/properties/evaluation/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" };
              vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
            }
          } else {
            let err11 = { instancePath: instancePath + "/assertions/" + i1, schemaPath: "#/properties/assertions/items/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
        }
      } else {
        let err12 = { instancePath: instancePath + "/assertions", schemaPath: "#/properties/assertions/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
  } else {
    let err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
  }
  return validate77.errors = vErrors, errors === 0;
}
var definitionPrompt = validate119, schema41 = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { kind: { const: "prompt" }, key: { $ref: "./common.schema.json#/$defs/key" }, name: { $ref: "../parts.schema.json#/$defs/promptName" }, renamedFrom: { $ref: "./common.schema.json#/$defs/renamedFrom" }, external: { $ref: "./common.schema.json#/$defs/external" }, metadata: { $ref: "./common.schema.json#/$defs/metadata" }, tools: { type: "array", items: { type: "string", minLength: 1 }, uniqueItems: !0, default: [] }, parameters: { $ref: "../parts.schema.json#/$defs/modelParameters" }, variables: { type: "object", additionalProperties: { type: ["string", "null"] } }, messages: { type: "array", items: { $ref: "./common.schema.json#/$defs/message" } }, evaluations: { type: "array", items: { allOf: [{ $ref: "./evaluation.schema.json" }, { type: "object", properties: { kind: !1, prompt: !1 } }] } } }, required: ["kind", "name"], if: { properties: { external: { const: !0 } }, required: ["external"] }, else: { required: ["parameters", "messages"] }, additionalProperties: !1, $id: "https://promptctl.invalid/schemas/definition/prompt.schema.json" };
var pattern1 = new RegExp("^(?!id:)", "u");
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (!pattern1.test(data)) {
      let err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^(?!id:)" }, message: 'must match pattern "^(?!id:)"' };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate120.errors = vErrors, errors === 0;
}
function validate122(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate122.errors = vErrors, errors === 0;
}
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/anyOf/0/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    if (Array.isArray(data)) {
      let len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0];
        if (typeof data0 == "string") {
          if (func2(data0) < 1) {
            let err2 = { instancePath: instancePath + "/" + i0, schemaPath: "#/anyOf/1/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
        } else {
          let err3 = { instancePath: instancePath + "/" + i0, schemaPath: "#/anyOf/1/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      }
      let i1 = data.length, j0;
      if (i1 > 1) {
        let indices0 = {};
        for (; i1--; ) {
          let item0 = data[i1];
          if (typeof item0 == "string") {
            if (typeof indices0[item0] == "number") {
              j0 = indices0[item0];
              let err4 = { instancePath, schemaPath: "#/anyOf/1/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
              vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
              break;
            }
            indices0[item0] = i1;
          }
        }
      }
    } else {
      let err5 = { instancePath, schemaPath: "#/anyOf/1/type", keyword: "type", params: { type: "array" }, message: "must be array" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err6 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate124.errors = vErrors, errors === 0;
}
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate126.errors = vErrors, errors === 0;
}
function validate128(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  return validate128.errors = null, !0;
}
var schema47 = { type: "object", properties: { provider: { $ref: "#/$defs/provider" }, name: { $ref: "#/$defs/modelName" }, responseFormat: { $ref: "#/$defs/responseFormat" }, temperature: { $ref: "#/$defs/temperature" }, topP: { $ref: "#/$defs/topP" }, topK: { $ref: "#/$defs/topK" }, frequencyPenalty: { $ref: "#/$defs/frequencyPenalty" }, presencePenalty: { $ref: "#/$defs/presencePenalty" }, maxTokens: { $ref: "#/$defs/maxTokens" }, seed: { $ref: "#/$defs/seed" }, toolChoice: { $ref: "#/$defs/toolChoice" }, stream: { $ref: "#/$defs/stream" }, parallelToolCalls: { $ref: "#/$defs/parallelToolCalls" } }, required: ["provider", "name"], additionalProperties: !1 }, schema48 = { enum: ["ANTHROPIC", "OPENAI"] };
function validate131(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data === "ANTHROPIC" || data === "OPENAI")) {
    let err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema48.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate131.errors = vErrors, errors === 0;
}
function validate133(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate133.errors = vErrors, errors === 0;
}
var schema50 = { enum: ["TEXT", "JSON"], default: "TEXT" };
function validate135(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data === "TEXT" || data === "JSON")) {
    let err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema50.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate135.errors = vErrors, errors === 0;
}
function validate137(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate137.errors = vErrors, errors === 0;
}
function validate139(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate139.errors = vErrors, errors === 0;
}
var schema53 = { type: ["number", "null"], minimum: 1, default: null };
function validate141(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data)) && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema53.type }, message: "must be number,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  if (typeof data == "number" && isFinite(data) && (data < 1 || isNaN(data))) {
    let err1 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate141.errors = vErrors, errors === 0;
}
function validate143(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate143.errors = vErrors, errors === 0;
}
function validate145(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate145.errors = vErrors, errors === 0;
}
var schema56 = { type: ["number", "null"], default: null };
function validate147(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data)) && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema56.type }, message: "must be number,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate147.errors = vErrors, errors === 0;
}
var schema57 = { type: ["number", "null"], default: null };
function validate149(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(typeof data == "number" && isFinite(data)) && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema57.type }, message: "must be number,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate149.errors = vErrors, errors === 0;
}
var schema58 = { type: ["string", "null"], default: null };
function validate151(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string" && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema58.type }, message: "must be string,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate151.errors = vErrors, errors === 0;
}
function validate153(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate153.errors = vErrors, errors === 0;
}
function validate155(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate155.errors = vErrors, errors === 0;
}
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.provider === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "provider" }, message: "must have required property 'provider'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!func6.call(schema47.properties, key0)) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    data.provider !== void 0 && (validate131(data.provider, { instancePath: instancePath + "/provider", parentData: data, parentDataProperty: "provider", rootData }) || (vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors), errors = vErrors.length)), data.name !== void 0 && (validate133(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate133.errors : vErrors.concat(validate133.errors), errors = vErrors.length)), data.responseFormat !== void 0 && (validate135(data.responseFormat, { instancePath: instancePath + "/responseFormat", parentData: data, parentDataProperty: "responseFormat", rootData }) || (vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors), errors = vErrors.length)), data.temperature !== void 0 && (validate137(data.temperature, { instancePath: instancePath + "/temperature", parentData: data, parentDataProperty: "temperature", rootData }) || (vErrors = vErrors === null ? validate137.errors : vErrors.concat(validate137.errors), errors = vErrors.length)), data.topP !== void 0 && (validate139(data.topP, { instancePath: instancePath + "/topP", parentData: data, parentDataProperty: "topP", rootData }) || (vErrors = vErrors === null ? validate139.errors : vErrors.concat(validate139.errors), errors = vErrors.length)), data.topK !== void 0 && (validate141(data.topK, { instancePath: instancePath + "/topK", parentData: data, parentDataProperty: "topK", rootData }) || (vErrors = vErrors === null ? validate141.errors : vErrors.concat(validate141.errors), errors = vErrors.length)), data.frequencyPenalty !== void 0 && (validate143(data.frequencyPenalty, { instancePath: instancePath + "/frequencyPenalty", parentData: data, parentDataProperty: "frequencyPenalty", rootData }) || (vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors), errors = vErrors.length)), data.presencePenalty !== void 0 && (validate145(data.presencePenalty, { instancePath: instancePath + "/presencePenalty", parentData: data, parentDataProperty: "presencePenalty", rootData }) || (vErrors = vErrors === null ? validate145.errors : vErrors.concat(validate145.errors), errors = vErrors.length)), data.maxTokens !== void 0 && (validate147(data.maxTokens, { instancePath: instancePath + "/maxTokens", parentData: data, parentDataProperty: "maxTokens", rootData }) || (vErrors = vErrors === null ? validate147.errors : vErrors.concat(validate147.errors), errors = vErrors.length)), data.seed !== void 0 && (validate149(data.seed, { instancePath: instancePath + "/seed", parentData: data, parentDataProperty: "seed", rootData }) || (vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors), errors = vErrors.length)), data.toolChoice !== void 0 && (validate151(data.toolChoice, { instancePath: instancePath + "/toolChoice", parentData: data, parentDataProperty: "toolChoice", rootData }) || (vErrors = vErrors === null ? validate151.errors : vErrors.concat(validate151.errors), errors = vErrors.length)), data.stream !== void 0 && (validate153(data.stream, { instancePath: instancePath + "/stream", parentData: data, parentDataProperty: "stream", rootData }) || (vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors), errors = vErrors.length)), data.parallelToolCalls !== void 0 && (validate155(data.parallelToolCalls, { instancePath: instancePath + "/parallelToolCalls", parentData: data, parentDataProperty: "parallelToolCalls", rootData }) || (vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors), errors = vErrors.length));
  } else {
    let err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
  }
  return validate130.errors = vErrors, errors === 0;
}
function validate158(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.role === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "role" }, message: "must have required property 'role'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.content === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "content" }, message: "must have required property 'content'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "role" || key0 === "content")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    data.role !== void 0 && (validate83(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors), errors = vErrors.length)), data.content !== void 0 && (validate85(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors), errors = vErrors.length));
  } else {
    let err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
  }
  return validate158.errors = vErrors, errors === 0;
}
function validate119(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs1 = errors, valid0 = !0, _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.external === void 0 && (missing0 = "external")) {
      let err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    } else if (data.external !== void 0 && data.external !== !0) {
      let err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  if (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), !_valid0) {
    let _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.parameters === void 0) {
        let err2 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
      if (data.messages === void 0) {
        let err3 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "messages" }, message: "must have required property 'messages'" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    let err4 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema' };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.name === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    for (let key0 in data)
      if (!func6.call(schema41.properties, key0)) {
        let err7 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
    if (data.kind !== void 0 && data.kind !== "prompt") {
      let err8 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "prompt" }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.key !== void 0 && (validate120(data.key, { instancePath: instancePath + "/key", parentData: data, parentDataProperty: "key", rootData }) || (vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors), errors = vErrors.length)), data.name !== void 0 && (validate122(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors), errors = vErrors.length)), data.renamedFrom !== void 0 && (validate124(data.renamedFrom, { instancePath: instancePath + "/renamedFrom", parentData: data, parentDataProperty: "renamedFrom", rootData }) || (vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors), errors = vErrors.length)), data.external !== void 0 && (validate126(data.external, { instancePath: instancePath + "/external", parentData: data, parentDataProperty: "external", rootData }) || (vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors), errors = vErrors.length)), data.metadata !== void 0 && (validate128(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate128.errors : vErrors.concat(validate128.errors), errors = vErrors.length)), data.tools !== void 0) {
      let data7 = data.tools;
      if (Array.isArray(data7)) {
        let len0 = data7.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data8 = data7[i0];
          if (typeof data8 == "string") {
            if (func2(data8) < 1) {
              let err9 = { instancePath: instancePath + "/tools/" + i0, schemaPath: "#/properties/tools/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
            }
          } else {
            let err10 = { instancePath: instancePath + "/tools/" + i0, schemaPath: "#/properties/tools/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
        }
        let i1 = data7.length, j0;
        if (i1 > 1) {
          let indices0 = {};
          for (; i1--; ) {
            let item0 = data7[i1];
            if (typeof item0 == "string") {
              if (typeof indices0[item0] == "number") {
                j0 = indices0[item0];
                let err11 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
                vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
                break;
              }
              indices0[item0] = i1;
            }
          }
        }
      } else {
        let err12 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
    if (data.parameters !== void 0 && (validate130(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate130.errors : vErrors.concat(validate130.errors), errors = vErrors.length)), data.variables !== void 0) {
      let data10 = data.variables;
      if (data10 && typeof data10 == "object" && !Array.isArray(data10))
        for (let key1 in data10) {
          let data11 = data10[key1];
          if (typeof data11 != "string" && data11 !== null) {
            let err13 = { instancePath: instancePath + "/variables/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/variables/additionalProperties/type", keyword: "type", params: { type: schema41.properties.variables.additionalProperties.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
          }
        }
      else {
        let err14 = { instancePath: instancePath + "/variables", schemaPath: "#/properties/variables/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
    }
    if (data.messages !== void 0) {
      let data12 = data.messages;
      if (Array.isArray(data12)) {
        let len1 = data12.length;
        for (let i2 = 0; i2 < len1; i2++)
          validate158(data12[i2], { instancePath: instancePath + "/messages/" + i2, parentData: data12, parentDataProperty: i2, rootData }) || (vErrors = vErrors === null ? validate158.errors : vErrors.concat(validate158.errors), errors = vErrors.length);
      } else {
        let err15 = { instancePath: instancePath + "/messages", schemaPath: "#/properties/messages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.evaluations !== void 0) {
      let data14 = data.evaluations;
      if (Array.isArray(data14)) {
        let len2 = data14.length;
        for (let i3 = 0; i3 < len2; i3++) {
          let data15 = data14[i3];
          if (validate77(data15, { instancePath: instancePath + "/evaluations/" + i3, parentData: data14, parentDataProperty: i3, rootData }) || (vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors), errors = vErrors.length), data15 && typeof data15 == "object" && !Array.isArray(data15)) {
            if (data15.kind !== void 0) {
              let err16 = { instancePath: instancePath + "/evaluations/" + i3 + "/kind", schemaPath: "#/properties/evaluations/items/allOf/1/properties/kind/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" };
              vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
            }
            if (data15.prompt !== void 0) {
              let err17 = { instancePath: instancePath + "/evaluations/" + i3 + "/prompt", schemaPath: "#/properties/evaluations/items/allOf/1/properties/prompt/false schema", keyword: "false schema", params: {}, message: "boolean schema is false" };
              vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
            }
          } else {
            let err18 = { instancePath: instancePath + "/evaluations/" + i3, schemaPath: "#/properties/evaluations/items/allOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
        }
      } else {
        let err19 = { instancePath: instancePath + "/evaluations", schemaPath: "#/properties/evaluations/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
    }
  } else {
    let err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
  }
  return validate119.errors = vErrors, errors === 0;
}
var definitionTool = validate163;
function validate164(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (!pattern1.test(data)) {
      let err1 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^(?!id:)" }, message: 'must match pattern "^(?!id:)"' };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate164.errors = vErrors, errors === 0;
}
var pattern3 = new RegExp("^[a-zA-Z0-9_-]{1,64}$", "u");
function validate166(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data == "string") {
    if (!pattern3.test(data)) {
      let err0 = { instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^[a-zA-Z0-9_-]{1,64}$" }, message: 'must match pattern "^[a-zA-Z0-9_-]{1,64}$"' };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate166.errors = vErrors, errors === 0;
}
function validate168(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data == "string") {
    if (func2(data) < 1) {
      let err0 = { instancePath, schemaPath: "#/anyOf/0/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    if (Array.isArray(data)) {
      let len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0];
        if (typeof data0 == "string") {
          if (func2(data0) < 1) {
            let err2 = { instancePath: instancePath + "/" + i0, schemaPath: "#/anyOf/1/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
        } else {
          let err3 = { instancePath: instancePath + "/" + i0, schemaPath: "#/anyOf/1/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      }
      let i1 = data.length, j0;
      if (i1 > 1) {
        let indices0 = {};
        for (; i1--; ) {
          let item0 = data[i1];
          if (typeof item0 == "string") {
            if (typeof indices0[item0] == "number") {
              j0 = indices0[item0];
              let err4 = { instancePath, schemaPath: "#/anyOf/1/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" };
              vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
              break;
            }
            indices0[item0] = i1;
          }
        }
      }
    } else {
      let err5 = { instancePath, schemaPath: "#/anyOf/1/type", keyword: "type", params: { type: "array" }, message: "must be array" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err6 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate168.errors = vErrors, errors === 0;
}
function validate170(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate170.errors = vErrors, errors === 0;
}
function validate172(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  return validate172.errors = null, !0;
}
function validate174(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs0 = errors, valid0 = !1, _errs1 = errors;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  var _valid0 = _errs1 === errors;
  if (valid0 = valid0 || _valid0, !valid0) {
    let _errs3 = errors;
    validate27(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors), errors = vErrors.length);
    var _valid0 = _errs3 === errors;
    valid0 = valid0 || _valid0;
  }
  if (valid0)
    errors = _errs0, vErrors !== null && (_errs0 ? vErrors.length = _errs0 : vErrors = null);
  else {
    let err1 = { instancePath, schemaPath: "#/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate174.errors = vErrors, errors === 0;
}
function validate177(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate177.errors = vErrors, errors === 0;
}
function validate163(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs1 = errors, valid0 = !0, _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.external === void 0 && (missing0 = "external")) {
      let err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    } else if (data.external !== void 0 && data.external !== !0) {
      let err1 = {};
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  if (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), !_valid0) {
    let _errs4 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.description === void 0) {
        let err2 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
      if (data.parameters === void 0) {
        let err3 = { instancePath, schemaPath: "#/else/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
    var _valid0 = _errs4 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    let err4 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "else" }, message: 'must match "else" schema' };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.kind === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.name === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "kind" || key0 === "key" || key0 === "name" || key0 === "renamedFrom" || key0 === "external" || key0 === "metadata" || key0 === "description" || key0 === "parameters")) {
        let err7 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
    if (data.kind !== void 0 && data.kind !== "tool") {
      let err8 = { instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/const", keyword: "const", params: { allowedValue: "tool" }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    data.key !== void 0 && (validate164(data.key, { instancePath: instancePath + "/key", parentData: data, parentDataProperty: "key", rootData }) || (vErrors = vErrors === null ? validate164.errors : vErrors.concat(validate164.errors), errors = vErrors.length)), data.name !== void 0 && (validate166(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate166.errors : vErrors.concat(validate166.errors), errors = vErrors.length)), data.renamedFrom !== void 0 && (validate168(data.renamedFrom, { instancePath: instancePath + "/renamedFrom", parentData: data, parentDataProperty: "renamedFrom", rootData }) || (vErrors = vErrors === null ? validate168.errors : vErrors.concat(validate168.errors), errors = vErrors.length)), data.external !== void 0 && (validate170(data.external, { instancePath: instancePath + "/external", parentData: data, parentDataProperty: "external", rootData }) || (vErrors = vErrors === null ? validate170.errors : vErrors.concat(validate170.errors), errors = vErrors.length)), data.metadata !== void 0 && (validate172(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData }) || (vErrors = vErrors === null ? validate172.errors : vErrors.concat(validate172.errors), errors = vErrors.length)), data.description !== void 0 && (validate174(data.description, { instancePath: instancePath + "/description", parentData: data, parentDataProperty: "description", rootData }) || (vErrors = vErrors === null ? validate174.errors : vErrors.concat(validate174.errors), errors = vErrors.length)), data.parameters !== void 0 && (validate177(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate177.errors : vErrors.concat(validate177.errors), errors = vErrors.length));
  } else {
    let err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
  }
  return validate163.errors = vErrors, errors === 0;
}
export {
  configuration,
  definitionAssertion,
  definitionEvaluation,
  definitionPrompt,
  definitionTool
};
export const definitions = { assertion: definitionAssertion, evaluation: definitionEvaluation, prompt: definitionPrompt, tool: definitionTool };
