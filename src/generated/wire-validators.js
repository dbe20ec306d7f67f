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
var wireAssertionBody = validate179;
var func2 = require_ucs2length().default;
function validate180(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate180.errors = vErrors, errors === 0;
}
var schema14 = { type: ["string", "null"], default: "$" };
function validate182(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string" && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema14.type }, message: "must be string,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate182.errors = vErrors, errors === 0;
}
function validate184(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate184.errors = vErrors, errors === 0;
}
function validate186(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate186.errors = vErrors, errors === 0;
}
function validate192(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate192.errors = vErrors, errors === 0;
}
function validate203(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate203.errors = vErrors, errors === 0;
}
function validate206(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate206.errors = vErrors, errors === 0;
}
function validate209(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate209.errors = vErrors, errors === 0;
}
function validate213(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate213.errors = vErrors, errors === 0;
}
function validate179(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
          if (data.evaluationId === void 0) {
            let err2 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
          if (data.targetValue === void 0) {
            let err3 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
          }
          if (data.type !== void 0 && data.type !== "EXACT_MATCH") {
            let err4 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/0/properties/type/const", keyword: "const", params: { allowedValue: "EXACT_MATCH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data1 = data.evaluationId;
            if (typeof data1 == "string") {
              if (func2(data1) < 1) {
                let err5 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/0/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
              }
            } else {
              let err6 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/0/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
            }
          }
          if (data.targetValue !== void 0 && typeof data.targetValue != "string") {
            let err7 = { instancePath: instancePath + "/targetValue", schemaPath: "#/oneOf/0/properties/targetValue/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
          data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate182(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate182.errors : vErrors.concat(validate182.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate184(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors), errors = vErrors.length)), data.negate !== void 0 && (validate186(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors), errors = vErrors.length));
        }
      } else if (tag0 === "STARTS_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err8 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
          if (data.evaluationId === void 0) {
            let err9 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
          if (data.targetValue === void 0) {
            let err10 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
          if (data.type !== void 0 && data.type !== "STARTS_WITH") {
            let err11 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/1/properties/type/const", keyword: "const", params: { allowedValue: "STARTS_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data8 = data.evaluationId;
            if (typeof data8 == "string") {
              if (func2(data8) < 1) {
                let err12 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/1/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
              }
            } else {
              let err13 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/1/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
            }
          }
          if (data.targetValue !== void 0 && typeof data.targetValue != "string") {
            let err14 = { instancePath: instancePath + "/targetValue", schemaPath: "#/oneOf/1/properties/targetValue/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
          }
          data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate182(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate182.errors : vErrors.concat(validate182.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate184(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors), errors = vErrors.length)), data.negate !== void 0 && (validate186(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ALL") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err15 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
          }
          if (data.evaluationId === void 0) {
            let err16 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          if (data.targetValues === void 0) {
            let err17 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
          }
          if (data.type !== void 0 && data.type !== "CONTAINS_ALL") {
            let err18 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/2/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ALL" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data15 = data.evaluationId;
            if (typeof data15 == "string") {
              if (func2(data15) < 1) {
                let err19 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/2/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
              }
            } else {
              let err20 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/2/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
            }
          }
          data.targetValues !== void 0 && (validate192(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate182(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate182.errors : vErrors.concat(validate182.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate184(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors), errors = vErrors.length)), data.negate !== void 0 && (validate186(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ANY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err21 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
          }
          if (data.evaluationId === void 0) {
            let err22 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
          }
          if (data.targetValues === void 0) {
            let err23 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
          }
          if (data.type !== void 0 && data.type !== "CONTAINS_ANY") {
            let err24 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/3/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ANY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data22 = data.evaluationId;
            if (typeof data22 == "string") {
              if (func2(data22) < 1) {
                let err25 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/3/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
              }
            } else {
              let err26 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/3/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
            }
          }
          data.targetValues !== void 0 && (validate192(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate182(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate182.errors : vErrors.concat(validate182.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate184(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors), errors = vErrors.length)), data.negate !== void 0 && (validate186(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors), errors = vErrors.length));
        }
      } else if (tag0 === "COST") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err27 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
          }
          if (data.evaluationId === void 0) {
            let err28 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err29 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
          }
          if (data.type !== void 0 && data.type !== "COST") {
            let err30 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/4/properties/type/const", keyword: "const", params: { allowedValue: "COST" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data29 = data.evaluationId;
            if (typeof data29 == "string") {
              if (func2(data29) < 1) {
                let err31 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/4/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
              }
            } else {
              let err32 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/4/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
            }
          }
          data.targetThreshold !== void 0 && (validate203(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate203.errors : vErrors.concat(validate203.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length));
        }
      } else if (tag0 === "LATENCY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err33 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
          }
          if (data.evaluationId === void 0) {
            let err34 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err35 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
          }
          if (data.type !== void 0 && data.type !== "LATENCY") {
            let err36 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/5/properties/type/const", keyword: "const", params: { allowedValue: "LATENCY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data33 = data.evaluationId;
            if (typeof data33 == "string") {
              if (func2(data33) < 1) {
                let err37 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/5/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
              }
            } else {
              let err38 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/5/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
            }
          }
          data.targetThreshold !== void 0 && (validate206(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate206.errors : vErrors.concat(validate206.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err39 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
          }
          if (data.evaluationId === void 0) {
            let err40 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
          }
          if (data.toolName === void 0) {
            let err41 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
          }
          if (data.type !== void 0 && data.type !== "TOOL_CALLED") {
            let err42 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/6/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data37 = data.evaluationId;
            if (typeof data37 == "string") {
              if (func2(data37) < 1) {
                let err43 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/6/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
              }
            } else {
              let err44 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/6/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
            }
          }
          data.toolName !== void 0 && (validate209(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate209.errors : vErrors.concat(validate209.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err45 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
          }
          if (data.evaluationId === void 0) {
            let err46 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
          }
          if (data.toolName === void 0) {
            let err47 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err47] : vErrors.push(err47), errors++;
          }
          if (data.argKeyName === void 0) {
            let err48 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "argKeyName" }, message: "must have required property 'argKeyName'" };
            vErrors === null ? vErrors = [err48] : vErrors.push(err48), errors++;
          }
          if (data.type !== void 0 && data.type !== "TOOL_CALLED_WITH") {
            let err49 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/7/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err49] : vErrors.push(err49), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data41 = data.evaluationId;
            if (typeof data41 == "string") {
              if (func2(data41) < 1) {
                let err50 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/7/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err50] : vErrors.push(err50), errors++;
              }
            } else {
              let err51 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/7/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err51] : vErrors.push(err51), errors++;
            }
          }
          data.toolName !== void 0 && (validate209(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate209.errors : vErrors.concat(validate209.errors), errors = vErrors.length)), data.argKeyName !== void 0 && (validate213(data.argKeyName, { instancePath: instancePath + "/argKeyName", parentData: data, parentDataProperty: "argKeyName", rootData }) || (vErrors = vErrors === null ? validate213.errors : vErrors.concat(validate213.errors), errors = vErrors.length)), data.weight !== void 0 && (validate180(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate184(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate184.errors : vErrors.concat(validate184.errors), errors = vErrors.length)), data.negate !== void 0 && (validate186(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate186.errors : vErrors.concat(validate186.errors), errors = vErrors.length));
        }
      } else {
        let err52 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        vErrors === null ? vErrors = [err52] : vErrors.push(err52), errors++;
      }
    else {
      let err53 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      vErrors === null ? vErrors = [err53] : vErrors.push(err53), errors++;
    }
  } else {
    let err54 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err54] : vErrors.push(err54), errors++;
  }
  return validate179.errors = vErrors, errors === 0;
}
var wireAssertion = validate218;
function validate220(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate220.errors = vErrors, errors === 0;
}
function validate222(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate222.errors = vErrors, errors === 0;
}
function validate224(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string" && data !== null) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema14.type }, message: "must be string,null" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate224.errors = vErrors, errors === 0;
}
function validate226(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate226.errors = vErrors, errors === 0;
}
function validate228(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "boolean") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate228.errors = vErrors, errors === 0;
}
function validate236(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate236.errors = vErrors, errors === 0;
}
function validate249(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate249.errors = vErrors, errors === 0;
}
function validate253(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate253.errors = vErrors, errors === 0;
}
function validate257(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate257.errors = vErrors, errors === 0;
}
function validate262(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate262.errors = vErrors, errors === 0;
}
function validate218(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
          if (data.id === void 0) {
            let err1 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
          }
          if (data.type === void 0) {
            let err2 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
          }
          if (data.evaluationId === void 0) {
            let err3 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
          }
          if (data.targetValue === void 0) {
            let err4 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "EXACT_MATCH") {
            let err5 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/0/properties/type/const", keyword: "const", params: { allowedValue: "EXACT_MATCH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data2 = data.evaluationId;
            if (typeof data2 == "string") {
              if (func2(data2) < 1) {
                let err6 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/0/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
              }
            } else {
              let err7 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/0/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
            }
          }
          if (data.targetValue !== void 0 && typeof data.targetValue != "string") {
            let err8 = { instancePath: instancePath + "/targetValue", schemaPath: "#/oneOf/0/properties/targetValue/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
          data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate224(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate226(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors), errors = vErrors.length)), data.negate !== void 0 && (validate228(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate228.errors : vErrors.concat(validate228.errors), errors = vErrors.length));
        }
      } else if (tag0 === "STARTS_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err9 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
          if (data.type === void 0) {
            let err10 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
          if (data.evaluationId === void 0) {
            let err11 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
          if (data.targetValue === void 0) {
            let err12 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "targetValue" }, message: "must have required property 'targetValue'" };
            vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "STARTS_WITH") {
            let err13 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/1/properties/type/const", keyword: "const", params: { allowedValue: "STARTS_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data10 = data.evaluationId;
            if (typeof data10 == "string") {
              if (func2(data10) < 1) {
                let err14 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/1/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
              }
            } else {
              let err15 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/1/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
            }
          }
          if (data.targetValue !== void 0 && typeof data.targetValue != "string") {
            let err16 = { instancePath: instancePath + "/targetValue", schemaPath: "#/oneOf/1/properties/targetValue/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate224(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate226(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors), errors = vErrors.length)), data.negate !== void 0 && (validate228(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate228.errors : vErrors.concat(validate228.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ALL") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err17 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
          }
          if (data.type === void 0) {
            let err18 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
          if (data.evaluationId === void 0) {
            let err19 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
          }
          if (data.targetValues === void 0) {
            let err20 = { instancePath, schemaPath: "#/oneOf/2/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "CONTAINS_ALL") {
            let err21 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/2/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ALL" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data18 = data.evaluationId;
            if (typeof data18 == "string") {
              if (func2(data18) < 1) {
                let err22 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/2/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
              }
            } else {
              let err23 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/2/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
            }
          }
          data.targetValues !== void 0 && (validate236(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate224(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate226(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors), errors = vErrors.length)), data.negate !== void 0 && (validate228(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate228.errors : vErrors.concat(validate228.errors), errors = vErrors.length));
        }
      } else if (tag0 === "CONTAINS_ANY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err24 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
          }
          if (data.type === void 0) {
            let err25 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
          }
          if (data.evaluationId === void 0) {
            let err26 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
          }
          if (data.targetValues === void 0) {
            let err27 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "targetValues" }, message: "must have required property 'targetValues'" };
            vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "CONTAINS_ANY") {
            let err28 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/3/properties/type/const", keyword: "const", params: { allowedValue: "CONTAINS_ANY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data26 = data.evaluationId;
            if (typeof data26 == "string") {
              if (func2(data26) < 1) {
                let err29 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/3/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
              }
            } else {
              let err30 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/3/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
            }
          }
          data.targetValues !== void 0 && (validate236(data.targetValues, { instancePath: instancePath + "/targetValues", parentData: data, parentDataProperty: "targetValues", rootData }) || (vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length)), data.jsonPath !== void 0 && (validate224(data.jsonPath, { instancePath: instancePath + "/jsonPath", parentData: data, parentDataProperty: "jsonPath", rootData }) || (vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate226(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors), errors = vErrors.length)), data.negate !== void 0 && (validate228(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate228.errors : vErrors.concat(validate228.errors), errors = vErrors.length));
        }
      } else if (tag0 === "COST") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err31 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
          }
          if (data.type === void 0) {
            let err32 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
          }
          if (data.evaluationId === void 0) {
            let err33 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err34 = { instancePath, schemaPath: "#/oneOf/4/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "COST") {
            let err35 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/4/properties/type/const", keyword: "const", params: { allowedValue: "COST" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data34 = data.evaluationId;
            if (typeof data34 == "string") {
              if (func2(data34) < 1) {
                let err36 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/4/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
              }
            } else {
              let err37 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/4/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
            }
          }
          data.targetThreshold !== void 0 && (validate249(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate249.errors : vErrors.concat(validate249.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length));
        }
      } else if (tag0 === "LATENCY") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err38 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
          }
          if (data.type === void 0) {
            let err39 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
          }
          if (data.evaluationId === void 0) {
            let err40 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
          }
          if (data.targetThreshold === void 0) {
            let err41 = { instancePath, schemaPath: "#/oneOf/5/required", keyword: "required", params: { missingProperty: "targetThreshold" }, message: "must have required property 'targetThreshold'" };
            vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "LATENCY") {
            let err42 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/5/properties/type/const", keyword: "const", params: { allowedValue: "LATENCY" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data39 = data.evaluationId;
            if (typeof data39 == "string") {
              if (func2(data39) < 1) {
                let err43 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/5/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
              }
            } else {
              let err44 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/5/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
            }
          }
          data.targetThreshold !== void 0 && (validate253(data.targetThreshold, { instancePath: instancePath + "/targetThreshold", parentData: data, parentDataProperty: "targetThreshold", rootData }) || (vErrors = vErrors === null ? validate253.errors : vErrors.concat(validate253.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err45 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
          }
          if (data.type === void 0) {
            let err46 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
          }
          if (data.evaluationId === void 0) {
            let err47 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err47] : vErrors.push(err47), errors++;
          }
          if (data.toolName === void 0) {
            let err48 = { instancePath, schemaPath: "#/oneOf/6/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err48] : vErrors.push(err48), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "TOOL_CALLED") {
            let err49 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/6/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err49] : vErrors.push(err49), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data44 = data.evaluationId;
            if (typeof data44 == "string") {
              if (func2(data44) < 1) {
                let err50 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/6/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err50] : vErrors.push(err50), errors++;
              }
            } else {
              let err51 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/6/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err51] : vErrors.push(err51), errors++;
            }
          }
          data.toolName !== void 0 && (validate257(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate257.errors : vErrors.concat(validate257.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_CALLED_WITH") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.id === void 0) {
            let err52 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
            vErrors === null ? vErrors = [err52] : vErrors.push(err52), errors++;
          }
          if (data.type === void 0) {
            let err53 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err53] : vErrors.push(err53), errors++;
          }
          if (data.evaluationId === void 0) {
            let err54 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "evaluationId" }, message: "must have required property 'evaluationId'" };
            vErrors === null ? vErrors = [err54] : vErrors.push(err54), errors++;
          }
          if (data.toolName === void 0) {
            let err55 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "toolName" }, message: "must have required property 'toolName'" };
            vErrors === null ? vErrors = [err55] : vErrors.push(err55), errors++;
          }
          if (data.argKeyName === void 0) {
            let err56 = { instancePath, schemaPath: "#/oneOf/7/required", keyword: "required", params: { missingProperty: "argKeyName" }, message: "must have required property 'argKeyName'" };
            vErrors === null ? vErrors = [err56] : vErrors.push(err56), errors++;
          }
          if (data.id !== void 0 && (validate220(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate220.errors : vErrors.concat(validate220.errors), errors = vErrors.length)), data.type !== void 0 && data.type !== "TOOL_CALLED_WITH") {
            let err57 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/7/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALLED_WITH" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err57] : vErrors.push(err57), errors++;
          }
          if (data.evaluationId !== void 0) {
            let data49 = data.evaluationId;
            if (typeof data49 == "string") {
              if (func2(data49) < 1) {
                let err58 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/7/properties/evaluationId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                vErrors === null ? vErrors = [err58] : vErrors.push(err58), errors++;
              }
            } else {
              let err59 = { instancePath: instancePath + "/evaluationId", schemaPath: "#/oneOf/7/properties/evaluationId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err59] : vErrors.push(err59), errors++;
            }
          }
          data.toolName !== void 0 && (validate257(data.toolName, { instancePath: instancePath + "/toolName", parentData: data, parentDataProperty: "toolName", rootData }) || (vErrors = vErrors === null ? validate257.errors : vErrors.concat(validate257.errors), errors = vErrors.length)), data.argKeyName !== void 0 && (validate262(data.argKeyName, { instancePath: instancePath + "/argKeyName", parentData: data, parentDataProperty: "argKeyName", rootData }) || (vErrors = vErrors === null ? validate262.errors : vErrors.concat(validate262.errors), errors = vErrors.length)), data.weight !== void 0 && (validate222(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors), errors = vErrors.length)), data.ignoreCase !== void 0 && (validate226(data.ignoreCase, { instancePath: instancePath + "/ignoreCase", parentData: data, parentDataProperty: "ignoreCase", rootData }) || (vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors), errors = vErrors.length)), data.negate !== void 0 && (validate228(data.negate, { instancePath: instancePath + "/negate", parentData: data, parentDataProperty: "negate", rootData }) || (vErrors = vErrors === null ? validate228.errors : vErrors.concat(validate228.errors), errors = vErrors.length));
        }
      } else {
        let err60 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        vErrors === null ? vErrors = [err60] : vErrors.push(err60), errors++;
      }
    else {
      let err61 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      vErrors === null ? vErrors = [err61] : vErrors.push(err61), errors++;
    }
  } else {
    let err62 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err62] : vErrors.push(err62), errors++;
  }
  return validate218.errors = vErrors, errors === 0;
}
var wireCompletion = validate267;
var schema48 = { enum: ["ANTHROPIC", "OPENAI"] };
function validate268(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data === "ANTHROPIC" || data === "OPENAI")) {
    let err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema48.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate268.errors = vErrors, errors === 0;
}
function validate270(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate270.errors = vErrors, errors === 0;
}
var schema26 = { enum: ["assistant", "system", "tool", "user"] };
function validate273(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data === "assistant" || data === "system" || data === "tool" || data === "user")) {
    let err0 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema26.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate273.errors = vErrors, errors === 0;
}
function validate277(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate277.errors = vErrors, errors === 0;
}
function validate280(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate280.errors = vErrors, errors === 0;
}
function validate282(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data !== "function") {
    let err0 = { instancePath, schemaPath: "#/const", keyword: "const", params: { allowedValue: "function" }, message: "must be equal to constant" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate282.errors = vErrors, errors === 0;
}
function validate284(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate284.errors = vErrors, errors === 0;
}
function validate279(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    if (data.toolCallId !== void 0 && (validate280(data.toolCallId, { instancePath: instancePath + "/toolCallId", parentData: data, parentDataProperty: "toolCallId", rootData }) || (vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors), errors = vErrors.length)), data.type !== void 0 && (validate282(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData }) || (vErrors = vErrors === null ? validate282.errors : vErrors.concat(validate282.errors), errors = vErrors.length)), data.function !== void 0) {
      let data2 = data.function;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.name === void 0) {
          let err3 = { instancePath: instancePath + "/function", schemaPath: "#/properties/function/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
        if (data2.arguments === void 0) {
          let err4 = { instancePath: instancePath + "/function", schemaPath: "#/properties/function/required", keyword: "required", params: { missingProperty: "arguments" }, message: "must have required property 'arguments'" };
          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
        }
        if (data2.name !== void 0 && (validate284(data2.name, { instancePath: instancePath + "/function/name", parentData: data2, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate284.errors : vErrors.concat(validate284.errors), errors = vErrors.length)), data2.arguments !== void 0 && typeof data2.arguments != "string") {
          let err5 = { instancePath: instancePath + "/function/arguments", schemaPath: "#/properties/function/properties/arguments/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
        }
      } else {
        let err6 = { instancePath: instancePath + "/function", schemaPath: "#/properties/function/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
    }
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate279.errors = vErrors, errors === 0;
}
function validate276(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
          if (data.type !== void 0 && data.type !== "TEXT") {
            let err3 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/0/properties/type/const", keyword: "const", params: { allowedValue: "TEXT" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
          }
          if (data.text !== void 0 && typeof data.text != "string") {
            let err4 = { instancePath: instancePath + "/text", schemaPath: "#/oneOf/0/properties/text/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
          }
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
          if (data.type !== void 0 && data.type !== "IMAGE_BASE64") {
            let err8 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/1/properties/type/const", keyword: "const", params: { allowedValue: "IMAGE_BASE64" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
          if (data.imageBase64 !== void 0 && typeof data.imageBase64 != "string") {
            let err9 = { instancePath: instancePath + "/imageBase64", schemaPath: "#/oneOf/1/properties/imageBase64/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
          data.mediaType !== void 0 && (validate277(data.mediaType, { instancePath: instancePath + "/mediaType", parentData: data, parentDataProperty: "mediaType", rootData }) || (vErrors = vErrors === null ? validate277.errors : vErrors.concat(validate277.errors), errors = vErrors.length));
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
          if (data.type !== void 0 && data.type !== "TOOL_CALL") {
            let err12 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/2/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_CALL" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
          }
          data.toolCall !== void 0 && (validate279(data.toolCall, { instancePath: instancePath + "/toolCall", parentData: data, parentDataProperty: "toolCall", rootData }) || (vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors), errors = vErrors.length));
        }
      } else if (tag0 === "TOOL_RESULT") {
        if (data && typeof data == "object" && !Array.isArray(data)) {
          if (data.type === void 0) {
            let err13 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
            vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
          }
          if (data.toolCallId === void 0) {
            let err14 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "toolCallId" }, message: "must have required property 'toolCallId'" };
            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
          }
          if (data.result === void 0) {
            let err15 = { instancePath, schemaPath: "#/oneOf/3/required", keyword: "required", params: { missingProperty: "result" }, message: "must have required property 'result'" };
            vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
          }
          if (data.type !== void 0 && data.type !== "TOOL_RESULT") {
            let err16 = { instancePath: instancePath + "/type", schemaPath: "#/oneOf/3/properties/type/const", keyword: "const", params: { allowedValue: "TOOL_RESULT" }, message: "must be equal to constant" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          if (data.toolCallId !== void 0 && (validate280(data.toolCallId, { instancePath: instancePath + "/toolCallId", parentData: data, parentDataProperty: "toolCallId", rootData }) || (vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors), errors = vErrors.length)), data.result !== void 0 && typeof data.result != "string") {
            let err17 = { instancePath: instancePath + "/result", schemaPath: "#/oneOf/3/properties/result/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
          }
        }
      } else {
        let err18 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 }, message: 'value of tag "type" must be in oneOf' };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    else {
      let err19 = { instancePath, schemaPath: "#/discriminator", keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 }, message: 'tag "type" must be string' };
      vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
    }
  } else {
    let err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
  }
  return validate276.errors = vErrors, errors === 0;
}
function validate275(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (Array.isArray(data)) {
    let len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++)
      validate276(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate276.errors : vErrors.concat(validate276.errors), errors = vErrors.length);
  } else {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate275.errors = vErrors, errors === 0;
}
function validate272(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate272.errors = vErrors, errors === 0;
}
function validate267(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    if (data.stats === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stats" }, message: "must have required property 'stats'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.message === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.provider !== void 0 && (validate268(data.provider, { instancePath: instancePath + "/provider", parentData: data, parentDataProperty: "provider", rootData }) || (vErrors = vErrors === null ? validate268.errors : vErrors.concat(validate268.errors), errors = vErrors.length)), data.name !== void 0 && (validate270(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate270.errors : vErrors.concat(validate270.errors), errors = vErrors.length)), data.stats !== void 0) {
      let data2 = data.stats;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.inputTokenCount === void 0) {
          let err4 = { instancePath: instancePath + "/stats", schemaPath: "#/properties/stats/required", keyword: "required", params: { missingProperty: "inputTokenCount" }, message: "must have required property 'inputTokenCount'" };
          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
        }
        if (data2.outputTokenCount === void 0) {
          let err5 = { instancePath: instancePath + "/stats", schemaPath: "#/properties/stats/required", keyword: "required", params: { missingProperty: "outputTokenCount" }, message: "must have required property 'outputTokenCount'" };
          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
        }
        if (data2.latency === void 0) {
          let err6 = { instancePath: instancePath + "/stats", schemaPath: "#/properties/stats/required", keyword: "required", params: { missingProperty: "latency" }, message: "must have required property 'latency'" };
          vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
        }
        if (data2.cost === void 0) {
          let err7 = { instancePath: instancePath + "/stats", schemaPath: "#/properties/stats/required", keyword: "required", params: { missingProperty: "cost" }, message: "must have required property 'cost'" };
          vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
        }
        if (data2.inputTokenCount !== void 0) {
          let data3 = data2.inputTokenCount;
          if (!(typeof data3 == "number" && isFinite(data3))) {
            let err8 = { instancePath: instancePath + "/stats/inputTokenCount", schemaPath: "#/properties/stats/properties/inputTokenCount/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
        }
        if (data2.outputTokenCount !== void 0) {
          let data4 = data2.outputTokenCount;
          if (!(typeof data4 == "number" && isFinite(data4))) {
            let err9 = { instancePath: instancePath + "/stats/outputTokenCount", schemaPath: "#/properties/stats/properties/outputTokenCount/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
          }
        }
        if (data2.latency !== void 0) {
          let data5 = data2.latency;
          if (!(typeof data5 == "number" && isFinite(data5))) {
            let err10 = { instancePath: instancePath + "/stats/latency", schemaPath: "#/properties/stats/properties/latency/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
        }
        if (data2.cost !== void 0) {
          let data6 = data2.cost;
          if (!(typeof data6 == "number" && isFinite(data6))) {
            let err11 = { instancePath: instancePath + "/stats/cost", schemaPath: "#/properties/stats/properties/cost/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
          }
        }
      } else {
        let err12 = { instancePath: instancePath + "/stats", schemaPath: "#/properties/stats/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
    data.message !== void 0 && (validate272(data.message, { instancePath: instancePath + "/message", parentData: data, parentDataProperty: "message", rootData }) || (vErrors = vErrors === null ? validate272.errors : vErrors.concat(validate272.errors), errors = vErrors.length));
  } else {
    let err13 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
  }
  return validate267.errors = vErrors, errors === 0;
}
var wireDeleteResult = validate291;
function validate291(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success !== void 0 && typeof data.success != "boolean") {
      let err0 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate291.errors = vErrors, errors === 0;
}
var wireError = validate292;
function validate292(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.error === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "error" }, message: "must have required property 'error'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.error !== void 0 && typeof data.error != "string") {
      let err1 = { instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate292.errors = vErrors, errors === 0;
}
var wireEvaluationBody = validate293;
function validate294(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate294.errors = vErrors, errors === 0;
}
var schema24 = { type: ["object", "null"], additionalProperties: { type: ["string", "null"] }, default: {} };
function validate298(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate298.errors = vErrors, errors === 0;
}
function validate300(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate300.errors = vErrors, errors === 0;
}
function validate302(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate302.errors = vErrors, errors === 0;
}
function validate293(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.promptId === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "promptId" }, message: "must have required property 'promptId'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.appendedMessages === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "appendedMessages" }, message: "must have required property 'appendedMessages'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.variables === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "variables" }, message: "must have required property 'variables'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.promptId !== void 0) {
      let data0 = data.promptId;
      if (typeof data0 == "string") {
        if (func2(data0) < 1) {
          let err3 = { instancePath: instancePath + "/promptId", schemaPath: "#/properties/promptId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
        }
      } else {
        let err4 = { instancePath: instancePath + "/promptId", schemaPath: "#/properties/promptId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.appendedMessages !== void 0) {
      let data1 = data.appendedMessages;
      if (Array.isArray(data1)) {
        let len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate294(data1[i0], { instancePath: instancePath + "/appendedMessages/" + i0, parentData: data1, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate294.errors : vErrors.concat(validate294.errors), errors = vErrors.length);
      } else {
        let err5 = { instancePath: instancePath + "/appendedMessages", schemaPath: "#/properties/appendedMessages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    data.variables !== void 0 && (validate298(data.variables, { instancePath: instancePath + "/variables", parentData: data, parentDataProperty: "variables", rootData }) || (vErrors = vErrors === null ? validate298.errors : vErrors.concat(validate298.errors), errors = vErrors.length)), data.weight !== void 0 && (validate300(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate300.errors : vErrors.concat(validate300.errors), errors = vErrors.length)), data.threshold !== void 0 && (validate302(data.threshold, { instancePath: instancePath + "/threshold", parentData: data, parentDataProperty: "threshold", rootData }) || (vErrors = vErrors === null ? validate302.errors : vErrors.concat(validate302.errors), errors = vErrors.length));
  } else {
    let err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate293.errors = vErrors, errors === 0;
}
var wireEvaluation = validate304;
function validate305(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate305.errors = vErrors, errors === 0;
}
function validate307(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate307.errors = vErrors, errors === 0;
}
function validate311(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate311.errors = vErrors, errors === 0;
}
function validate313(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate313.errors = vErrors, errors === 0;
}
function validate315(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate315.errors = vErrors, errors === 0;
}
function validate304(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.promptId === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "promptId" }, message: "must have required property 'promptId'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.appendedMessages === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "appendedMessages" }, message: "must have required property 'appendedMessages'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.variables === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "variables" }, message: "must have required property 'variables'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.id !== void 0 && (validate305(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate305.errors : vErrors.concat(validate305.errors), errors = vErrors.length)), data.promptId !== void 0) {
      let data1 = data.promptId;
      if (typeof data1 == "string") {
        if (func2(data1) < 1) {
          let err4 = { instancePath: instancePath + "/promptId", schemaPath: "#/properties/promptId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
        }
      } else {
        let err5 = { instancePath: instancePath + "/promptId", schemaPath: "#/properties/promptId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    if (data.appendedMessages !== void 0) {
      let data2 = data.appendedMessages;
      if (Array.isArray(data2)) {
        let len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate307(data2[i0], { instancePath: instancePath + "/appendedMessages/" + i0, parentData: data2, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate307.errors : vErrors.concat(validate307.errors), errors = vErrors.length);
      } else {
        let err6 = { instancePath: instancePath + "/appendedMessages", schemaPath: "#/properties/appendedMessages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
    }
    data.variables !== void 0 && (validate311(data.variables, { instancePath: instancePath + "/variables", parentData: data, parentDataProperty: "variables", rootData }) || (vErrors = vErrors === null ? validate311.errors : vErrors.concat(validate311.errors), errors = vErrors.length)), data.weight !== void 0 && (validate313(data.weight, { instancePath: instancePath + "/weight", parentData: data, parentDataProperty: "weight", rootData }) || (vErrors = vErrors === null ? validate313.errors : vErrors.concat(validate313.errors), errors = vErrors.length)), data.threshold !== void 0 && (validate315(data.threshold, { instancePath: instancePath + "/threshold", parentData: data, parentDataProperty: "threshold", rootData }) || (vErrors = vErrors === null ? validate315.errors : vErrors.concat(validate315.errors), errors = vErrors.length));
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate304.errors = vErrors, errors === 0;
}
var wireModelParametersResponse = validate317, schema117 = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { provider: { enum: ["anthropic", "openai"] }, name: { $ref: "../parts.schema.json#/$defs/modelName" }, parameters: { type: "object", additionalProperties: !0 } }, required: ["provider", "name", "parameters"], $id: "https://promptctl.invalid/schemas/wire/model-parameters-response.schema.json" };
function validate318(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate318.errors = vErrors, errors === 0;
}
function validate317(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    if (data.parameters === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.provider !== void 0) {
      let data0 = data.provider;
      if (!(data0 === "anthropic" || data0 === "openai")) {
        let err3 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/enum", keyword: "enum", params: { allowedValues: schema117.properties.provider.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
    if (data.name !== void 0 && (validate318(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors), errors = vErrors.length)), data.parameters !== void 0) {
      let data2 = data.parameters;
      if (!(data2 && typeof data2 == "object" && !Array.isArray(data2))) {
        let err4 = { instancePath: instancePath + "/parameters", schemaPath: "#/properties/parameters/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate317.errors = vErrors, errors === 0;
}
var wirePromptBody = validate320;
function validate321(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate321.errors = vErrors, errors === 0;
}
var schema47 = { type: "object", properties: { provider: { $ref: "#/$defs/provider" }, name: { $ref: "#/$defs/modelName" }, responseFormat: { $ref: "#/$defs/responseFormat" }, temperature: { $ref: "#/$defs/temperature" }, topP: { $ref: "#/$defs/topP" }, topK: { $ref: "#/$defs/topK" }, frequencyPenalty: { $ref: "#/$defs/frequencyPenalty" }, presencePenalty: { $ref: "#/$defs/presencePenalty" }, maxTokens: { $ref: "#/$defs/maxTokens" }, seed: { $ref: "#/$defs/seed" }, toolChoice: { $ref: "#/$defs/toolChoice" }, stream: { $ref: "#/$defs/stream" }, parallelToolCalls: { $ref: "#/$defs/parallelToolCalls" } }, required: ["provider", "name"], additionalProperties: !1 }, func6 = Object.prototype.hasOwnProperty;
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
function validate324(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate324.errors = vErrors, errors === 0;
}
function validate323(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (validate324(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors), errors = vErrors.length), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.provider === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "provider" }, message: "must have required property 'provider'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.responseFormat === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "responseFormat" }, message: "must have required property 'responseFormat'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.temperature === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "temperature" }, message: "must have required property 'temperature'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.topP === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "topP" }, message: "must have required property 'topP'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.topK === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "topK" }, message: "must have required property 'topK'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.frequencyPenalty === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "frequencyPenalty" }, message: "must have required property 'frequencyPenalty'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.presencePenalty === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "presencePenalty" }, message: "must have required property 'presencePenalty'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.maxTokens === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "maxTokens" }, message: "must have required property 'maxTokens'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.seed === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "seed" }, message: "must have required property 'seed'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.toolChoice === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "toolChoice" }, message: "must have required property 'toolChoice'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.stream === void 0) {
      let err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stream" }, message: "must have required property 'stream'" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.parallelToolCalls === void 0) {
      let err12 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parallelToolCalls" }, message: "must have required property 'parallelToolCalls'" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
  }
  return validate323.errors = vErrors, errors === 0;
}
function validate340(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.promptMessageId === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "promptMessageId" }, message: "must have required property 'promptMessageId'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.role === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "role" }, message: "must have required property 'role'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.content === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "content" }, message: "must have required property 'content'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.promptMessageId !== void 0 && typeof data.promptMessageId != "string") {
      let err3 = { instancePath: instancePath + "/promptMessageId", schemaPath: "#/properties/promptMessageId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate340.errors = vErrors, errors === 0;
}
function validate320(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.parameters === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.messages === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "messages" }, message: "must have required property 'messages'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.tools === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "tools" }, message: "must have required property 'tools'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.name !== void 0 && (validate321(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate321.errors : vErrors.concat(validate321.errors), errors = vErrors.length)), data.parameters !== void 0 && (validate323(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate323.errors : vErrors.concat(validate323.errors), errors = vErrors.length)), data.messages !== void 0) {
      let data2 = data.messages;
      if (Array.isArray(data2)) {
        let len0 = data2.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate340(data2[i0], { instancePath: instancePath + "/messages/" + i0, parentData: data2, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate340.errors : vErrors.concat(validate340.errors), errors = vErrors.length);
      } else {
        let err4 = { instancePath: instancePath + "/messages", schemaPath: "#/properties/messages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.tools !== void 0) {
      let data4 = data.tools;
      if (Array.isArray(data4)) {
        let len1 = data4.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data5 = data4[i1];
          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
            if (data5.toolId === void 0) {
              let err5 = { instancePath: instancePath + "/tools/" + i1, schemaPath: "#/properties/tools/items/required", keyword: "required", params: { missingProperty: "toolId" }, message: "must have required property 'toolId'" };
              vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
            }
            if (data5.toolId !== void 0) {
              let data6 = data5.toolId;
              if (typeof data6 == "string") {
                if (func2(data6) < 1) {
                  let err6 = { instancePath: instancePath + "/tools/" + i1 + "/toolId", schemaPath: "#/properties/tools/items/properties/toolId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                }
              } else {
                let err7 = { instancePath: instancePath + "/tools/" + i1 + "/toolId", schemaPath: "#/properties/tools/items/properties/toolId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
              }
            }
          } else {
            let err8 = { instancePath: instancePath + "/tools/" + i1, schemaPath: "#/properties/tools/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
          }
        }
      } else {
        let err9 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    }
  } else {
    let err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
  }
  return validate320.errors = vErrors, errors === 0;
}
var wirePrompt = validate344;
function validate345(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate345.errors = vErrors, errors === 0;
}
function validate347(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate347.errors = vErrors, errors === 0;
}
function validate349(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (validate324(data, { instancePath, parentData, parentDataProperty, rootData }) || (vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors), errors = vErrors.length), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.provider === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "provider" }, message: "must have required property 'provider'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.responseFormat === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "responseFormat" }, message: "must have required property 'responseFormat'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.temperature === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "temperature" }, message: "must have required property 'temperature'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.topP === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "topP" }, message: "must have required property 'topP'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.topK === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "topK" }, message: "must have required property 'topK'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.frequencyPenalty === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "frequencyPenalty" }, message: "must have required property 'frequencyPenalty'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.presencePenalty === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "presencePenalty" }, message: "must have required property 'presencePenalty'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.maxTokens === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "maxTokens" }, message: "must have required property 'maxTokens'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.seed === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "seed" }, message: "must have required property 'seed'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.toolChoice === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "toolChoice" }, message: "must have required property 'toolChoice'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.stream === void 0) {
      let err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stream" }, message: "must have required property 'stream'" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.parallelToolCalls === void 0) {
      let err12 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parallelToolCalls" }, message: "must have required property 'parallelToolCalls'" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
  }
  return validate349.errors = vErrors, errors === 0;
}
function validate352(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate352.errors = vErrors, errors === 0;
}
function validate357(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate357.errors = vErrors, errors === 0;
}
var pattern3 = new RegExp("^[a-zA-Z0-9_-]{1,64}$", "u");
function validate359(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate359.errors = vErrors, errors === 0;
}
function validate361(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate361.errors = vErrors, errors === 0;
}
function validate356(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.description === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.parameters === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.id !== void 0 && (validate357(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate357.errors : vErrors.concat(validate357.errors), errors = vErrors.length)), data.name !== void 0 && (validate359(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate359.errors : vErrors.concat(validate359.errors), errors = vErrors.length)), data.description !== void 0 && typeof data.description != "string") {
      let err4 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    data.parameters !== void 0 && (validate361(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate361.errors : vErrors.concat(validate361.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate356.errors = vErrors, errors === 0;
}
function validate344(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.parameters === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.messages === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "messages" }, message: "must have required property 'messages'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.tools === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "tools" }, message: "must have required property 'tools'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.id !== void 0 && (validate345(data.id, { instancePath: instancePath + "/id", parentData: data, parentDataProperty: "id", rootData }) || (vErrors = vErrors === null ? validate345.errors : vErrors.concat(validate345.errors), errors = vErrors.length)), data.name !== void 0 && (validate347(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate347.errors : vErrors.concat(validate347.errors), errors = vErrors.length)), data.parameters !== void 0 && (validate349(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate349.errors : vErrors.concat(validate349.errors), errors = vErrors.length)), data.messages !== void 0) {
      let data3 = data.messages;
      if (Array.isArray(data3)) {
        let len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate352(data3[i0], { instancePath: instancePath + "/messages/" + i0, parentData: data3, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors), errors = vErrors.length);
      } else {
        let err5 = { instancePath: instancePath + "/messages", schemaPath: "#/properties/messages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    if (data.tools !== void 0) {
      let data5 = data.tools;
      if (Array.isArray(data5)) {
        let len1 = data5.length;
        for (let i1 = 0; i1 < len1; i1++)
          validate356(data5[i1], { instancePath: instancePath + "/tools/" + i1, parentData: data5, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate356.errors : vErrors.concat(validate356.errors), errors = vErrors.length);
      } else {
        let err6 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
    }
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate344.errors = vErrors, errors === 0;
}
var wireRunBody = validate364;
function validate365(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate365.errors = vErrors, errors === 0;
}
function validate367(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
    data.role !== void 0 && (validate273(data.role, { instancePath: instancePath + "/role", parentData: data, parentDataProperty: "role", rootData }) || (vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors), errors = vErrors.length)), data.content !== void 0 && (validate275(data.content, { instancePath: instancePath + "/content", parentData: data, parentDataProperty: "content", rootData }) || (vErrors = vErrors === null ? validate275.errors : vErrors.concat(validate275.errors), errors = vErrors.length));
  } else {
    let err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
  }
  return validate367.errors = vErrors, errors === 0;
}
function validate364(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.variables !== void 0 && (validate365(data.variables, { instancePath: instancePath + "/variables", parentData: data, parentDataProperty: "variables", rootData }) || (vErrors = vErrors === null ? validate365.errors : vErrors.concat(validate365.errors), errors = vErrors.length)), data.overrideMessages !== void 0) {
      let data1 = data.overrideMessages;
      if (Array.isArray(data1)) {
        let len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate367(data1[i0], { instancePath: instancePath + "/overrideMessages/" + i0, parentData: data1, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate367.errors : vErrors.concat(validate367.errors), errors = vErrors.length);
      } else {
        let err0 = { instancePath: instancePath + "/overrideMessages", schemaPath: "#/properties/overrideMessages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
      }
    }
    if (data.appendMessages !== void 0) {
      let data3 = data.appendMessages;
      if (Array.isArray(data3)) {
        let len1 = data3.length;
        for (let i1 = 0; i1 < len1; i1++)
          validate367(data3[i1], { instancePath: instancePath + "/appendMessages/" + i1, parentData: data3, parentDataProperty: i1, rootData }) || (vErrors = vErrors === null ? validate367.errors : vErrors.concat(validate367.errors), errors = vErrors.length);
      } else {
        let err1 = { instancePath: instancePath + "/appendMessages", schemaPath: "#/properties/appendMessages/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
    }
    if (data.user !== void 0 && typeof data.user != "string") {
      let err2 = { instancePath: instancePath + "/user", schemaPath: "#/properties/user/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
  } else {
    let err3 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
  }
  return validate364.errors = vErrors, errors === 0;
}
var wireToolBody = validate372;
function validate373(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
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
  return validate373.errors = vErrors, errors === 0;
}
function validate375(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  return validate375.errors = vErrors, errors === 0;
}
function validate372(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.description === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.parameters === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "parameters" }, message: "must have required property 'parameters'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.name !== void 0 && (validate373(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData }) || (vErrors = vErrors === null ? validate373.errors : vErrors.concat(validate373.errors), errors = vErrors.length)), data.description !== void 0 && typeof data.description != "string") {
      let err3 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    data.parameters !== void 0 && (validate375(data.parameters, { instancePath: instancePath + "/parameters", parentData: data, parentDataProperty: "parameters", rootData }) || (vErrors = vErrors === null ? validate375.errors : vErrors.concat(validate375.errors), errors = vErrors.length));
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate372.errors = vErrors, errors === 0;
}
var wireTool = validate356;
export {
  wireAssertion,
  wireAssertionBody,
  wireCompletion,
  wireDeleteResult,
  wireError,
  wireEvaluation,
  wireEvaluationBody,
  wireModelParametersResponse,
  wirePrompt,
  wirePromptBody,
  wireRunBody,
  wireTool,
  wireToolBody
};
export const bodies = { assertion: wireAssertionBody, evaluation: wireEvaluationBody, prompt: wirePromptBody, tool: wireToolBody };
