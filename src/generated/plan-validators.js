// Made from schemas/ by `npm run generate`. Do not edit.
// <stdin>
var plan = validate377, schema139 = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { format: { const: "promptctl.plan/1" }, baseUrl: { type: "string" }, counts: { type: "object", properties: { create: { type: "integer", minimum: 0 }, update: { type: "integer", minimum: 0 }, replace: { type: "integer", minimum: 0 }, delete: { type: "integer", minimum: 0 }, keep: { type: "integer", minimum: 0 } }, required: ["create", "update", "replace", "delete", "keep"] }, changes: { type: "array", items: { $ref: "#/$defs/change" } }, steps: { type: "array", items: { type: "object", properties: { id: { type: "string" }, address: { type: "string" }, verb: { enum: ["create", "update", "delete"] }, phase: { enum: ["write", "delete", "prune"] }, needs: { type: "array", items: { type: "string" } }, parent: { type: "string" }, remoteId: { type: "string" }, without: { type: "object", properties: { kind: { type: "string" }, id: { type: "string" } }, required: ["kind", "id"] } }, required: ["id", "address", "verb", "phase", "needs"] } }, unmanaged: { type: "array", items: { type: "object", properties: { kind: { type: "string" }, name: { type: "string" }, id: { type: "string" }, reason: { type: "string" }, parent: { type: "string" } }, required: ["kind", "name", "id", "reason"] } }, refusals: { type: "array", items: { type: "object", properties: { code: { type: "string" }, message: { type: "string" }, hint: { type: "string" }, addresses: { type: "array", items: { type: "string" } } }, required: ["code", "message", "hint", "addresses"] } }, notes: { type: "array", items: { type: "string" } }, basis: { type: "object", properties: { definitions: { type: "string" }, states: { type: "object", additionalProperties: { type: ["string", "null"] } } }, required: ["definitions", "states"] }, definitions: { type: "integer", minimum: 0 }, ids: { type: "object", additionalProperties: { type: "string" } }, names: { type: "object", additionalProperties: { type: "string" } }, createdAt: { type: "string" }, digest: { type: "string" }, seen: { type: "object", additionalProperties: { type: "string" } }, project: { type: "string" } }, required: ["format", "baseUrl", "counts", "changes", "steps", "unmanaged", "refusals", "notes", "basis"], if: { required: ["digest"] }, then: { required: ["definitions", "ids", "names", "seen", "createdAt"] }, $defs: { change: { type: "object", properties: { address: { type: "string" }, action: { enum: ["create", "update", "replace", "delete"] }, id: { type: "string" }, name: { type: "string" }, edits: { type: "array", items: { type: "object", properties: { op: { enum: ["add", "remove", "replace"] }, path: { type: "string" }, value: {} }, required: ["op", "path"] } }, beneath: { type: "object", additionalProperties: { type: "integer" } }, unknownFields: { type: "array", items: { type: "string" } }, usedBy: { type: "array", items: { type: "object", properties: { kind: { type: "string" }, name: { type: "string" }, id: { type: "string" } }, required: ["kind", "name", "id"] } }, parent: { type: "string" }, body: { type: "object", tsType: "{ readonly [field: string]: unknown }" }, before: { type: "object", tsType: "{ readonly [field: string]: unknown }" }, creates: { type: "array", items: { $ref: "#/$defs/change" } }, deletes: { type: "array", items: { $ref: "#/$defs/change" } }, because: { enum: ["prune", "double", "surplus", "unfinished", "parent", "orphan"] }, of: { type: "string" }, without: { type: "object", properties: { kind: { type: "string" }, id: { type: "string" } }, required: ["kind", "id"] }, cascades: { type: "boolean" } }, required: ["address", "action"] } }, $id: "https://promptctl.invalid/schemas/plan.schema.json" }, schema140 = { type: "object", properties: { address: { type: "string" }, action: { enum: ["create", "update", "replace", "delete"] }, id: { type: "string" }, name: { type: "string" }, edits: { type: "array", items: { type: "object", properties: { op: { enum: ["add", "remove", "replace"] }, path: { type: "string" }, value: {} }, required: ["op", "path"] } }, beneath: { type: "object", additionalProperties: { type: "integer" } }, unknownFields: { type: "array", items: { type: "string" } }, usedBy: { type: "array", items: { type: "object", properties: { kind: { type: "string" }, name: { type: "string" }, id: { type: "string" } }, required: ["kind", "name", "id"] } }, parent: { type: "string" }, body: { type: "object", tsType: "{ readonly [field: string]: unknown }" }, before: { type: "object", tsType: "{ readonly [field: string]: unknown }" }, creates: { type: "array", items: { $ref: "#/$defs/change" } }, deletes: { type: "array", items: { $ref: "#/$defs/change" } }, because: { enum: ["prune", "double", "surplus", "unfinished", "parent", "orphan"] }, of: { type: "string" }, without: { type: "object", properties: { kind: { type: "string" }, id: { type: "string" } }, required: ["kind", "id"] }, cascades: { type: "boolean" } }, required: ["address", "action"] }, wrapper0 = { validate: validate378 };
function validate378(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.address === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.action === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.address !== void 0 && typeof data.address != "string") {
      let err2 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.action !== void 0) {
      let data1 = data.action;
      if (!(data1 === "create" || data1 === "update" || data1 === "replace" || data1 === "delete")) {
        let err3 = { instancePath: instancePath + "/action", schemaPath: "#/properties/action/enum", keyword: "enum", params: { allowedValues: schema140.properties.action.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
    if (data.id !== void 0 && typeof data.id != "string") {
      let err4 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err5 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.edits !== void 0) {
      let data4 = data.edits;
      if (Array.isArray(data4)) {
        let len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
            if (data5.op === void 0) {
              let err6 = { instancePath: instancePath + "/edits/" + i0, schemaPath: "#/properties/edits/items/required", keyword: "required", params: { missingProperty: "op" }, message: "must have required property 'op'" };
              vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
            }
            if (data5.path === void 0) {
              let err7 = { instancePath: instancePath + "/edits/" + i0, schemaPath: "#/properties/edits/items/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'" };
              vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
            }
            if (data5.op !== void 0) {
              let data6 = data5.op;
              if (!(data6 === "add" || data6 === "remove" || data6 === "replace")) {
                let err8 = { instancePath: instancePath + "/edits/" + i0 + "/op", schemaPath: "#/properties/edits/items/properties/op/enum", keyword: "enum", params: { allowedValues: schema140.properties.edits.items.properties.op.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
              }
            }
            if (data5.path !== void 0 && typeof data5.path != "string") {
              let err9 = { instancePath: instancePath + "/edits/" + i0 + "/path", schemaPath: "#/properties/edits/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
            }
          } else {
            let err10 = { instancePath: instancePath + "/edits/" + i0, schemaPath: "#/properties/edits/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
          }
        }
      } else {
        let err11 = { instancePath: instancePath + "/edits", schemaPath: "#/properties/edits/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
    }
    if (data.beneath !== void 0) {
      let data8 = data.beneath;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8))
        for (let key0 in data8) {
          let data9 = data8[key0];
          if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9))) {
            let err12 = { instancePath: instancePath + "/beneath/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/beneath/additionalProperties/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
          }
        }
      else {
        let err13 = { instancePath: instancePath + "/beneath", schemaPath: "#/properties/beneath/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
      }
    }
    if (data.unknownFields !== void 0) {
      let data10 = data.unknownFields;
      if (Array.isArray(data10)) {
        let len1 = data10.length;
        for (let i1 = 0; i1 < len1; i1++)
          if (typeof data10[i1] != "string") {
            let err14 = { instancePath: instancePath + "/unknownFields/" + i1, schemaPath: "#/properties/unknownFields/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
          }
      } else {
        let err15 = { instancePath: instancePath + "/unknownFields", schemaPath: "#/properties/unknownFields/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.usedBy !== void 0) {
      let data12 = data.usedBy;
      if (Array.isArray(data12)) {
        let len2 = data12.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data13 = data12[i2];
          if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
            if (data13.kind === void 0) {
              let err16 = { instancePath: instancePath + "/usedBy/" + i2, schemaPath: "#/properties/usedBy/items/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
              vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
            }
            if (data13.name === void 0) {
              let err17 = { instancePath: instancePath + "/usedBy/" + i2, schemaPath: "#/properties/usedBy/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
              vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
            }
            if (data13.id === void 0) {
              let err18 = { instancePath: instancePath + "/usedBy/" + i2, schemaPath: "#/properties/usedBy/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
            }
            if (data13.kind !== void 0 && typeof data13.kind != "string") {
              let err19 = { instancePath: instancePath + "/usedBy/" + i2 + "/kind", schemaPath: "#/properties/usedBy/items/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
            }
            if (data13.name !== void 0 && typeof data13.name != "string") {
              let err20 = { instancePath: instancePath + "/usedBy/" + i2 + "/name", schemaPath: "#/properties/usedBy/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
            }
            if (data13.id !== void 0 && typeof data13.id != "string") {
              let err21 = { instancePath: instancePath + "/usedBy/" + i2 + "/id", schemaPath: "#/properties/usedBy/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
            }
          } else {
            let err22 = { instancePath: instancePath + "/usedBy/" + i2, schemaPath: "#/properties/usedBy/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
          }
        }
      } else {
        let err23 = { instancePath: instancePath + "/usedBy", schemaPath: "#/properties/usedBy/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.parent !== void 0 && typeof data.parent != "string") {
      let err24 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
    }
    if (data.body !== void 0) {
      let data18 = data.body;
      if (!(data18 && typeof data18 == "object" && !Array.isArray(data18))) {
        let err25 = { instancePath: instancePath + "/body", schemaPath: "#/properties/body/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.before !== void 0) {
      let data19 = data.before;
      if (!(data19 && typeof data19 == "object" && !Array.isArray(data19))) {
        let err26 = { instancePath: instancePath + "/before", schemaPath: "#/properties/before/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
      }
    }
    if (data.creates !== void 0) {
      let data20 = data.creates;
      if (Array.isArray(data20)) {
        let len3 = data20.length;
        for (let i3 = 0; i3 < len3; i3++)
          wrapper0.validate(data20[i3], { instancePath: instancePath + "/creates/" + i3, parentData: data20, parentDataProperty: i3, rootData }) || (vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors), errors = vErrors.length);
      } else {
        let err27 = { instancePath: instancePath + "/creates", schemaPath: "#/properties/creates/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
    if (data.deletes !== void 0) {
      let data22 = data.deletes;
      if (Array.isArray(data22)) {
        let len4 = data22.length;
        for (let i4 = 0; i4 < len4; i4++)
          wrapper0.validate(data22[i4], { instancePath: instancePath + "/deletes/" + i4, parentData: data22, parentDataProperty: i4, rootData }) || (vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors), errors = vErrors.length);
      } else {
        let err28 = { instancePath: instancePath + "/deletes", schemaPath: "#/properties/deletes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
      }
    }
    if (data.because !== void 0) {
      let data24 = data.because;
      if (!(data24 === "prune" || data24 === "double" || data24 === "surplus" || data24 === "unfinished" || data24 === "parent" || data24 === "orphan")) {
        let err29 = { instancePath: instancePath + "/because", schemaPath: "#/properties/because/enum", keyword: "enum", params: { allowedValues: schema140.properties.because.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
      }
    }
    if (data.of !== void 0 && typeof data.of != "string") {
      let err30 = { instancePath: instancePath + "/of", schemaPath: "#/properties/of/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
    }
    if (data.without !== void 0) {
      let data26 = data.without;
      if (data26 && typeof data26 == "object" && !Array.isArray(data26)) {
        if (data26.kind === void 0) {
          let err31 = { instancePath: instancePath + "/without", schemaPath: "#/properties/without/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
          vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
        }
        if (data26.id === void 0) {
          let err32 = { instancePath: instancePath + "/without", schemaPath: "#/properties/without/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
          vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
        }
        if (data26.kind !== void 0 && typeof data26.kind != "string") {
          let err33 = { instancePath: instancePath + "/without/kind", schemaPath: "#/properties/without/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
        }
        if (data26.id !== void 0 && typeof data26.id != "string") {
          let err34 = { instancePath: instancePath + "/without/id", schemaPath: "#/properties/without/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
        }
      } else {
        let err35 = { instancePath: instancePath + "/without", schemaPath: "#/properties/without/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
      }
    }
    if (data.cascades !== void 0 && typeof data.cascades != "boolean") {
      let err36 = { instancePath: instancePath + "/cascades", schemaPath: "#/properties/cascades/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
    }
  } else {
    let err37 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
  }
  return validate378.errors = vErrors, errors === 0;
}
function validate377(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0, _errs1 = errors, valid0 = !0, _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    let missing0;
    if (data.digest === void 0 && (missing0 = "digest")) {
      let err0 = {};
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  }
  var _valid0 = _errs2 === errors;
  if (errors = _errs1, vErrors !== null && (_errs1 ? vErrors.length = _errs1 : vErrors = null), _valid0) {
    let _errs3 = errors;
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.definitions === void 0) {
        let err1 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "definitions" }, message: "must have required property 'definitions'" };
        vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
      }
      if (data.ids === void 0) {
        let err2 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "ids" }, message: "must have required property 'ids'" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
      if (data.names === void 0) {
        let err3 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "names" }, message: "must have required property 'names'" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data.seen === void 0) {
        let err4 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "seen" }, message: "must have required property 'seen'" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
      if (data.createdAt === void 0) {
        let err5 = { instancePath, schemaPath: "#/then/required", keyword: "required", params: { missingProperty: "createdAt" }, message: "must have required property 'createdAt'" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    var _valid0 = _errs3 === errors;
    valid0 = _valid0;
  }
  if (!valid0) {
    let err6 = { instancePath, schemaPath: "#/if", keyword: "if", params: { failingKeyword: "then" }, message: 'must match "then" schema' };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.format === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "format" }, message: "must have required property 'format'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.baseUrl === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "baseUrl" }, message: "must have required property 'baseUrl'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.counts === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "counts" }, message: "must have required property 'counts'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.changes === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "changes" }, message: "must have required property 'changes'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.steps === void 0) {
      let err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "steps" }, message: "must have required property 'steps'" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.unmanaged === void 0) {
      let err12 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "unmanaged" }, message: "must have required property 'unmanaged'" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.refusals === void 0) {
      let err13 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refusals" }, message: "must have required property 'refusals'" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.notes === void 0) {
      let err14 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "notes" }, message: "must have required property 'notes'" };
      vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
    }
    if (data.basis === void 0) {
      let err15 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "basis" }, message: "must have required property 'basis'" };
      vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
    }
    if (data.format !== void 0 && data.format !== "promptctl.plan/1") {
      let err16 = { instancePath: instancePath + "/format", schemaPath: "#/properties/format/const", keyword: "const", params: { allowedValue: "promptctl.plan/1" }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
    }
    if (data.baseUrl !== void 0 && typeof data.baseUrl != "string") {
      let err17 = { instancePath: instancePath + "/baseUrl", schemaPath: "#/properties/baseUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
    }
    if (data.counts !== void 0) {
      let data2 = data.counts;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.create === void 0) {
          let err18 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "create" }, message: "must have required property 'create'" };
          vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
        }
        if (data2.update === void 0) {
          let err19 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "update" }, message: "must have required property 'update'" };
          vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
        }
        if (data2.replace === void 0) {
          let err20 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "replace" }, message: "must have required property 'replace'" };
          vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
        }
        if (data2.delete === void 0) {
          let err21 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "delete" }, message: "must have required property 'delete'" };
          vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
        }
        if (data2.keep === void 0) {
          let err22 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "keep" }, message: "must have required property 'keep'" };
          vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
        }
        if (data2.create !== void 0) {
          let data3 = data2.create;
          if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
            let err23 = { instancePath: instancePath + "/counts/create", schemaPath: "#/properties/counts/properties/create/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
          }
          if (typeof data3 == "number" && isFinite(data3) && (data3 < 0 || isNaN(data3))) {
            let err24 = { instancePath: instancePath + "/counts/create", schemaPath: "#/properties/counts/properties/create/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
          }
        }
        if (data2.update !== void 0) {
          let data4 = data2.update;
          if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
            let err25 = { instancePath: instancePath + "/counts/update", schemaPath: "#/properties/counts/properties/update/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
          }
          if (typeof data4 == "number" && isFinite(data4) && (data4 < 0 || isNaN(data4))) {
            let err26 = { instancePath: instancePath + "/counts/update", schemaPath: "#/properties/counts/properties/update/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
          }
        }
        if (data2.replace !== void 0) {
          let data5 = data2.replace;
          if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
            let err27 = { instancePath: instancePath + "/counts/replace", schemaPath: "#/properties/counts/properties/replace/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
          }
          if (typeof data5 == "number" && isFinite(data5) && (data5 < 0 || isNaN(data5))) {
            let err28 = { instancePath: instancePath + "/counts/replace", schemaPath: "#/properties/counts/properties/replace/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
          }
        }
        if (data2.delete !== void 0) {
          let data6 = data2.delete;
          if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
            let err29 = { instancePath: instancePath + "/counts/delete", schemaPath: "#/properties/counts/properties/delete/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
          }
          if (typeof data6 == "number" && isFinite(data6) && (data6 < 0 || isNaN(data6))) {
            let err30 = { instancePath: instancePath + "/counts/delete", schemaPath: "#/properties/counts/properties/delete/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
          }
        }
        if (data2.keep !== void 0) {
          let data7 = data2.keep;
          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
            let err31 = { instancePath: instancePath + "/counts/keep", schemaPath: "#/properties/counts/properties/keep/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
          }
          if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
            let err32 = { instancePath: instancePath + "/counts/keep", schemaPath: "#/properties/counts/properties/keep/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
          }
        }
      } else {
        let err33 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
      }
    }
    if (data.changes !== void 0) {
      let data8 = data.changes;
      if (Array.isArray(data8)) {
        let len0 = data8.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate378(data8[i0], { instancePath: instancePath + "/changes/" + i0, parentData: data8, parentDataProperty: i0, rootData }) || (vErrors = vErrors === null ? validate378.errors : vErrors.concat(validate378.errors), errors = vErrors.length);
      } else {
        let err34 = { instancePath: instancePath + "/changes", schemaPath: "#/properties/changes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
      }
    }
    if (data.steps !== void 0) {
      let data10 = data.steps;
      if (Array.isArray(data10)) {
        let len1 = data10.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data11 = data10[i1];
          if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
            if (data11.id === void 0) {
              let err35 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
            }
            if (data11.address === void 0) {
              let err36 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
              vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
            }
            if (data11.verb === void 0) {
              let err37 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "verb" }, message: "must have required property 'verb'" };
              vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
            }
            if (data11.phase === void 0) {
              let err38 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "phase" }, message: "must have required property 'phase'" };
              vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
            }
            if (data11.needs === void 0) {
              let err39 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "needs" }, message: "must have required property 'needs'" };
              vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
            }
            if (data11.id !== void 0 && typeof data11.id != "string") {
              let err40 = { instancePath: instancePath + "/steps/" + i1 + "/id", schemaPath: "#/properties/steps/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
            }
            if (data11.address !== void 0 && typeof data11.address != "string") {
              let err41 = { instancePath: instancePath + "/steps/" + i1 + "/address", schemaPath: "#/properties/steps/items/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
            }
            if (data11.verb !== void 0) {
              let data14 = data11.verb;
              if (!(data14 === "create" || data14 === "update" || data14 === "delete")) {
                let err42 = { instancePath: instancePath + "/steps/" + i1 + "/verb", schemaPath: "#/properties/steps/items/properties/verb/enum", keyword: "enum", params: { allowedValues: schema139.properties.steps.items.properties.verb.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
              }
            }
            if (data11.phase !== void 0) {
              let data15 = data11.phase;
              if (!(data15 === "write" || data15 === "delete" || data15 === "prune")) {
                let err43 = { instancePath: instancePath + "/steps/" + i1 + "/phase", schemaPath: "#/properties/steps/items/properties/phase/enum", keyword: "enum", params: { allowedValues: schema139.properties.steps.items.properties.phase.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
              }
            }
            if (data11.needs !== void 0) {
              let data16 = data11.needs;
              if (Array.isArray(data16)) {
                let len2 = data16.length;
                for (let i2 = 0; i2 < len2; i2++)
                  if (typeof data16[i2] != "string") {
                    let err44 = { instancePath: instancePath + "/steps/" + i1 + "/needs/" + i2, schemaPath: "#/properties/steps/items/properties/needs/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
                  }
              } else {
                let err45 = { instancePath: instancePath + "/steps/" + i1 + "/needs", schemaPath: "#/properties/steps/items/properties/needs/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
              }
            }
            if (data11.parent !== void 0 && typeof data11.parent != "string") {
              let err46 = { instancePath: instancePath + "/steps/" + i1 + "/parent", schemaPath: "#/properties/steps/items/properties/parent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
            }
            if (data11.remoteId !== void 0 && typeof data11.remoteId != "string") {
              let err47 = { instancePath: instancePath + "/steps/" + i1 + "/remoteId", schemaPath: "#/properties/steps/items/properties/remoteId/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err47] : vErrors.push(err47), errors++;
            }
            if (data11.without !== void 0) {
              let data20 = data11.without;
              if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                if (data20.kind === void 0) {
                  let err48 = { instancePath: instancePath + "/steps/" + i1 + "/without", schemaPath: "#/properties/steps/items/properties/without/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
                  vErrors === null ? vErrors = [err48] : vErrors.push(err48), errors++;
                }
                if (data20.id === void 0) {
                  let err49 = { instancePath: instancePath + "/steps/" + i1 + "/without", schemaPath: "#/properties/steps/items/properties/without/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
                  vErrors === null ? vErrors = [err49] : vErrors.push(err49), errors++;
                }
                if (data20.kind !== void 0 && typeof data20.kind != "string") {
                  let err50 = { instancePath: instancePath + "/steps/" + i1 + "/without/kind", schemaPath: "#/properties/steps/items/properties/without/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  vErrors === null ? vErrors = [err50] : vErrors.push(err50), errors++;
                }
                if (data20.id !== void 0 && typeof data20.id != "string") {
                  let err51 = { instancePath: instancePath + "/steps/" + i1 + "/without/id", schemaPath: "#/properties/steps/items/properties/without/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  vErrors === null ? vErrors = [err51] : vErrors.push(err51), errors++;
                }
              } else {
                let err52 = { instancePath: instancePath + "/steps/" + i1 + "/without", schemaPath: "#/properties/steps/items/properties/without/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                vErrors === null ? vErrors = [err52] : vErrors.push(err52), errors++;
              }
            }
          } else {
            let err53 = { instancePath: instancePath + "/steps/" + i1, schemaPath: "#/properties/steps/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err53] : vErrors.push(err53), errors++;
          }
        }
      } else {
        let err54 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err54] : vErrors.push(err54), errors++;
      }
    }
    if (data.unmanaged !== void 0) {
      let data23 = data.unmanaged;
      if (Array.isArray(data23)) {
        let len3 = data23.length;
        for (let i3 = 0; i3 < len3; i3++) {
          let data24 = data23[i3];
          if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
            if (data24.kind === void 0) {
              let err55 = { instancePath: instancePath + "/unmanaged/" + i3, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
              vErrors === null ? vErrors = [err55] : vErrors.push(err55), errors++;
            }
            if (data24.name === void 0) {
              let err56 = { instancePath: instancePath + "/unmanaged/" + i3, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
              vErrors === null ? vErrors = [err56] : vErrors.push(err56), errors++;
            }
            if (data24.id === void 0) {
              let err57 = { instancePath: instancePath + "/unmanaged/" + i3, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              vErrors === null ? vErrors = [err57] : vErrors.push(err57), errors++;
            }
            if (data24.reason === void 0) {
              let err58 = { instancePath: instancePath + "/unmanaged/" + i3, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
              vErrors === null ? vErrors = [err58] : vErrors.push(err58), errors++;
            }
            if (data24.kind !== void 0 && typeof data24.kind != "string") {
              let err59 = { instancePath: instancePath + "/unmanaged/" + i3 + "/kind", schemaPath: "#/properties/unmanaged/items/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err59] : vErrors.push(err59), errors++;
            }
            if (data24.name !== void 0 && typeof data24.name != "string") {
              let err60 = { instancePath: instancePath + "/unmanaged/" + i3 + "/name", schemaPath: "#/properties/unmanaged/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err60] : vErrors.push(err60), errors++;
            }
            if (data24.id !== void 0 && typeof data24.id != "string") {
              let err61 = { instancePath: instancePath + "/unmanaged/" + i3 + "/id", schemaPath: "#/properties/unmanaged/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err61] : vErrors.push(err61), errors++;
            }
            if (data24.reason !== void 0 && typeof data24.reason != "string") {
              let err62 = { instancePath: instancePath + "/unmanaged/" + i3 + "/reason", schemaPath: "#/properties/unmanaged/items/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err62] : vErrors.push(err62), errors++;
            }
            if (data24.parent !== void 0 && typeof data24.parent != "string") {
              let err63 = { instancePath: instancePath + "/unmanaged/" + i3 + "/parent", schemaPath: "#/properties/unmanaged/items/properties/parent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err63] : vErrors.push(err63), errors++;
            }
          } else {
            let err64 = { instancePath: instancePath + "/unmanaged/" + i3, schemaPath: "#/properties/unmanaged/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err64] : vErrors.push(err64), errors++;
          }
        }
      } else {
        let err65 = { instancePath: instancePath + "/unmanaged", schemaPath: "#/properties/unmanaged/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err65] : vErrors.push(err65), errors++;
      }
    }
    if (data.refusals !== void 0) {
      let data30 = data.refusals;
      if (Array.isArray(data30)) {
        let len4 = data30.length;
        for (let i4 = 0; i4 < len4; i4++) {
          let data31 = data30[i4];
          if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
            if (data31.code === void 0) {
              let err66 = { instancePath: instancePath + "/refusals/" + i4, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
              vErrors === null ? vErrors = [err66] : vErrors.push(err66), errors++;
            }
            if (data31.message === void 0) {
              let err67 = { instancePath: instancePath + "/refusals/" + i4, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
              vErrors === null ? vErrors = [err67] : vErrors.push(err67), errors++;
            }
            if (data31.hint === void 0) {
              let err68 = { instancePath: instancePath + "/refusals/" + i4, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "hint" }, message: "must have required property 'hint'" };
              vErrors === null ? vErrors = [err68] : vErrors.push(err68), errors++;
            }
            if (data31.addresses === void 0) {
              let err69 = { instancePath: instancePath + "/refusals/" + i4, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "addresses" }, message: "must have required property 'addresses'" };
              vErrors === null ? vErrors = [err69] : vErrors.push(err69), errors++;
            }
            if (data31.code !== void 0 && typeof data31.code != "string") {
              let err70 = { instancePath: instancePath + "/refusals/" + i4 + "/code", schemaPath: "#/properties/refusals/items/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err70] : vErrors.push(err70), errors++;
            }
            if (data31.message !== void 0 && typeof data31.message != "string") {
              let err71 = { instancePath: instancePath + "/refusals/" + i4 + "/message", schemaPath: "#/properties/refusals/items/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err71] : vErrors.push(err71), errors++;
            }
            if (data31.hint !== void 0 && typeof data31.hint != "string") {
              let err72 = { instancePath: instancePath + "/refusals/" + i4 + "/hint", schemaPath: "#/properties/refusals/items/properties/hint/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err72] : vErrors.push(err72), errors++;
            }
            if (data31.addresses !== void 0) {
              let data35 = data31.addresses;
              if (Array.isArray(data35)) {
                let len5 = data35.length;
                for (let i5 = 0; i5 < len5; i5++)
                  if (typeof data35[i5] != "string") {
                    let err73 = { instancePath: instancePath + "/refusals/" + i4 + "/addresses/" + i5, schemaPath: "#/properties/refusals/items/properties/addresses/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err73] : vErrors.push(err73), errors++;
                  }
              } else {
                let err74 = { instancePath: instancePath + "/refusals/" + i4 + "/addresses", schemaPath: "#/properties/refusals/items/properties/addresses/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err74] : vErrors.push(err74), errors++;
              }
            }
          } else {
            let err75 = { instancePath: instancePath + "/refusals/" + i4, schemaPath: "#/properties/refusals/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err75] : vErrors.push(err75), errors++;
          }
        }
      } else {
        let err76 = { instancePath: instancePath + "/refusals", schemaPath: "#/properties/refusals/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err76] : vErrors.push(err76), errors++;
      }
    }
    if (data.notes !== void 0) {
      let data37 = data.notes;
      if (Array.isArray(data37)) {
        let len6 = data37.length;
        for (let i6 = 0; i6 < len6; i6++)
          if (typeof data37[i6] != "string") {
            let err77 = { instancePath: instancePath + "/notes/" + i6, schemaPath: "#/properties/notes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err77] : vErrors.push(err77), errors++;
          }
      } else {
        let err78 = { instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err78] : vErrors.push(err78), errors++;
      }
    }
    if (data.basis !== void 0) {
      let data39 = data.basis;
      if (data39 && typeof data39 == "object" && !Array.isArray(data39)) {
        if (data39.definitions === void 0) {
          let err79 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/required", keyword: "required", params: { missingProperty: "definitions" }, message: "must have required property 'definitions'" };
          vErrors === null ? vErrors = [err79] : vErrors.push(err79), errors++;
        }
        if (data39.states === void 0) {
          let err80 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/required", keyword: "required", params: { missingProperty: "states" }, message: "must have required property 'states'" };
          vErrors === null ? vErrors = [err80] : vErrors.push(err80), errors++;
        }
        if (data39.definitions !== void 0 && typeof data39.definitions != "string") {
          let err81 = { instancePath: instancePath + "/basis/definitions", schemaPath: "#/properties/basis/properties/definitions/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err81] : vErrors.push(err81), errors++;
        }
        if (data39.states !== void 0) {
          let data41 = data39.states;
          if (data41 && typeof data41 == "object" && !Array.isArray(data41))
            for (let key0 in data41) {
              let data42 = data41[key0];
              if (typeof data42 != "string" && data42 !== null) {
                let err82 = { instancePath: instancePath + "/basis/states/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/basis/properties/states/additionalProperties/type", keyword: "type", params: { type: schema139.properties.basis.properties.states.additionalProperties.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err82] : vErrors.push(err82), errors++;
              }
            }
          else {
            let err83 = { instancePath: instancePath + "/basis/states", schemaPath: "#/properties/basis/properties/states/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err83] : vErrors.push(err83), errors++;
          }
        }
      } else {
        let err84 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err84] : vErrors.push(err84), errors++;
      }
    }
    if (data.definitions !== void 0) {
      let data43 = data.definitions;
      if (!(typeof data43 == "number" && !(data43 % 1) && !isNaN(data43) && isFinite(data43))) {
        let err85 = { instancePath: instancePath + "/definitions", schemaPath: "#/properties/definitions/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err85] : vErrors.push(err85), errors++;
      }
      if (typeof data43 == "number" && isFinite(data43) && (data43 < 0 || isNaN(data43))) {
        let err86 = { instancePath: instancePath + "/definitions", schemaPath: "#/properties/definitions/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err86] : vErrors.push(err86), errors++;
      }
    }
    if (data.ids !== void 0) {
      let data44 = data.ids;
      if (data44 && typeof data44 == "object" && !Array.isArray(data44)) {
        for (let key1 in data44)
          if (typeof data44[key1] != "string") {
            let err87 = { instancePath: instancePath + "/ids/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/ids/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err87] : vErrors.push(err87), errors++;
          }
      } else {
        let err88 = { instancePath: instancePath + "/ids", schemaPath: "#/properties/ids/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err88] : vErrors.push(err88), errors++;
      }
    }
    if (data.names !== void 0) {
      let data46 = data.names;
      if (data46 && typeof data46 == "object" && !Array.isArray(data46)) {
        for (let key2 in data46)
          if (typeof data46[key2] != "string") {
            let err89 = { instancePath: instancePath + "/names/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/names/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err89] : vErrors.push(err89), errors++;
          }
      } else {
        let err90 = { instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err90] : vErrors.push(err90), errors++;
      }
    }
    if (data.createdAt !== void 0 && typeof data.createdAt != "string") {
      let err91 = { instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err91] : vErrors.push(err91), errors++;
    }
    if (data.digest !== void 0 && typeof data.digest != "string") {
      let err92 = { instancePath: instancePath + "/digest", schemaPath: "#/properties/digest/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err92] : vErrors.push(err92), errors++;
    }
    if (data.seen !== void 0) {
      let data50 = data.seen;
      if (data50 && typeof data50 == "object" && !Array.isArray(data50)) {
        for (let key3 in data50)
          if (typeof data50[key3] != "string") {
            let err93 = { instancePath: instancePath + "/seen/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/seen/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err93] : vErrors.push(err93), errors++;
          }
      } else {
        let err94 = { instancePath: instancePath + "/seen", schemaPath: "#/properties/seen/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err94] : vErrors.push(err94), errors++;
      }
    }
    if (data.project !== void 0 && typeof data.project != "string") {
      let err95 = { instancePath: instancePath + "/project", schemaPath: "#/properties/project/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err95] : vErrors.push(err95), errors++;
    }
  } else {
    let err96 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err96] : vErrors.push(err96), errors++;
  }
  return validate377.errors = vErrors, errors === 0;
}
export {
  plan
};
