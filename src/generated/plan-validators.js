// Made from schemas/ by `npm run generate`. Do not edit.
// <stdin>
var plan = validate377, schema139 = { $schema: "http://json-schema.org/draft-07/schema#", title: "Plan", description: "What apply would do, as plan --json prints it.", type: "object", properties: { format: { const: "promptctl.plan/1", description: "The format and its version; additions do not change it." }, baseUrl: { type: "string", description: "The service the plan was made for; local is the embedded one." }, counts: { type: "object", title: "Counts", description: "How many resources change in which way.", properties: { create: { type: "integer", minimum: 0, description: "Resources to create." }, update: { type: "integer", minimum: 0, description: "Resources to update." }, replace: { type: "integer", minimum: 0, description: "Resources to replace." }, delete: { type: "integer", minimum: 0, description: "Resources to delete." }, keep: { type: "integer", minimum: 0, description: "Resources to keep." } }, required: ["create", "update", "replace", "delete", "keep"] }, changes: { type: "array", description: "One entry per resource that changes, in the order of the table of kinds, then of the files; deletes last.", items: { type: "object", title: "ChangeDocument", description: "One change.", properties: { address: { type: "string", description: "The address, kind/name; what only the service has ends in id:\u2026" }, action: { enum: ["create", "update", "replace", "delete"], description: "What happens to the resource." }, id: { type: "string", description: "The id on the service, where it has one." }, name: { type: "string", description: "The name on the service of a resource that no file defines." }, edits: { type: "array", description: "What changes in an updated or replaced resource, as RFC 6902 operations on its normal form.", items: { type: "object", description: "One operation.", properties: { op: { enum: ["add", "remove", "replace"], description: "The operation." }, path: { type: "string", description: "A JSON pointer." }, value: { description: "The new value of add and replace." } }, required: ["op", "path"] } }, beneath: { type: "object", description: "How many resources of each kind go or come with it and are not counted again.", additionalProperties: { type: "integer", description: "A number of resources." } }, unknownFields: { type: "array", description: "Fields the service keeps for it that this tool does not know and an update or replace may lose.", items: { type: "string", description: "A JSON pointer." } } }, required: ["address", "action"] } }, steps: { type: "array", description: "One entry per call.", items: { type: "object", title: "StepDocument", description: "One call.", properties: { id: { type: "string", description: "The step's own name, unique in the plan." }, address: { type: "string", description: "The address, kind/name; what only the service has ends in id:\u2026" }, verb: { enum: ["create", "update", "delete"], description: "POST, PUT or DELETE." }, phase: { enum: ["write", "delete", "prune"], description: "Phases follow one another; prunes are left out once any step failed." }, needs: { type: "array", description: "The steps that must be done before.", items: { type: "string", description: "The id of a step." } } }, required: ["id", "address", "verb", "phase", "needs"] } }, unmanaged: { type: "array", description: "What the service has and no file defines, left as it is.", items: { type: "object", title: "Unmanaged", description: "One resource.", properties: { kind: { type: "string", description: "Its kind." }, name: { type: "string", description: "Its name; empty for kinds without names." }, id: { type: "string", description: "Its id on the service." }, reason: { type: "string", description: "Why it is left as it is." }, parent: { type: "string", description: "The address of the managed parent it stands under." } }, required: ["kind", "name", "id", "reason"] } }, refusals: { type: "array", description: "Why apply will not carry this plan out; empty when it will.", items: { type: "object", title: "Refusal", description: "One reason.", properties: { code: { type: "string", description: "A stable word for the reason." }, message: { type: "string", description: "What was found." }, hint: { type: "string", description: "What to do next." }, addresses: { type: "array", description: "What it is about.", items: { type: "string", description: "The address, kind/name; what only the service has ends in id:\u2026" } } }, required: ["code", "message", "hint", "addresses"] } }, notes: { type: "array", description: "Sentences about what was asked for and not done.", items: { type: "string", description: "A sentence." } }, basis: { type: "object", title: "Basis", description: "What the plan was made from.", properties: { definitions: { type: "string", description: "The digest of the definitions, sha256:\u2026" }, states: { type: "object", description: "The digest of each resource the plan touches, as the service had it; null where it was absent.", additionalProperties: { type: ["string", "null"], description: "A digest, or null." } } }, required: ["definitions", "states"] } }, required: ["format", "baseUrl", "counts", "changes", "steps", "unmanaged", "refusals", "notes", "basis"], $id: "https://promptctl.invalid/schemas/plan.schema.json" };
function validate377(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.format === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "format" }, message: "must have required property 'format'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.baseUrl === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "baseUrl" }, message: "must have required property 'baseUrl'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.counts === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "counts" }, message: "must have required property 'counts'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.changes === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "changes" }, message: "must have required property 'changes'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.steps === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "steps" }, message: "must have required property 'steps'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.unmanaged === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "unmanaged" }, message: "must have required property 'unmanaged'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.refusals === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refusals" }, message: "must have required property 'refusals'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.notes === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "notes" }, message: "must have required property 'notes'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.basis === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "basis" }, message: "must have required property 'basis'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.format !== void 0 && data.format !== "promptctl.plan/1") {
      let err9 = { instancePath: instancePath + "/format", schemaPath: "#/properties/format/const", keyword: "const", params: { allowedValue: "promptctl.plan/1" }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.baseUrl !== void 0 && typeof data.baseUrl != "string") {
      let err10 = { instancePath: instancePath + "/baseUrl", schemaPath: "#/properties/baseUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.counts !== void 0) {
      let data2 = data.counts;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
        if (data2.create === void 0) {
          let err11 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "create" }, message: "must have required property 'create'" };
          vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
        }
        if (data2.update === void 0) {
          let err12 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "update" }, message: "must have required property 'update'" };
          vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
        }
        if (data2.replace === void 0) {
          let err13 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "replace" }, message: "must have required property 'replace'" };
          vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
        }
        if (data2.delete === void 0) {
          let err14 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "delete" }, message: "must have required property 'delete'" };
          vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
        }
        if (data2.keep === void 0) {
          let err15 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/required", keyword: "required", params: { missingProperty: "keep" }, message: "must have required property 'keep'" };
          vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
        }
        if (data2.create !== void 0) {
          let data3 = data2.create;
          if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
            let err16 = { instancePath: instancePath + "/counts/create", schemaPath: "#/properties/counts/properties/create/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
          }
          if (typeof data3 == "number" && isFinite(data3) && (data3 < 0 || isNaN(data3))) {
            let err17 = { instancePath: instancePath + "/counts/create", schemaPath: "#/properties/counts/properties/create/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
          }
        }
        if (data2.update !== void 0) {
          let data4 = data2.update;
          if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
            let err18 = { instancePath: instancePath + "/counts/update", schemaPath: "#/properties/counts/properties/update/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
          }
          if (typeof data4 == "number" && isFinite(data4) && (data4 < 0 || isNaN(data4))) {
            let err19 = { instancePath: instancePath + "/counts/update", schemaPath: "#/properties/counts/properties/update/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
          }
        }
        if (data2.replace !== void 0) {
          let data5 = data2.replace;
          if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
            let err20 = { instancePath: instancePath + "/counts/replace", schemaPath: "#/properties/counts/properties/replace/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
          }
          if (typeof data5 == "number" && isFinite(data5) && (data5 < 0 || isNaN(data5))) {
            let err21 = { instancePath: instancePath + "/counts/replace", schemaPath: "#/properties/counts/properties/replace/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
          }
        }
        if (data2.delete !== void 0) {
          let data6 = data2.delete;
          if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
            let err22 = { instancePath: instancePath + "/counts/delete", schemaPath: "#/properties/counts/properties/delete/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
          }
          if (typeof data6 == "number" && isFinite(data6) && (data6 < 0 || isNaN(data6))) {
            let err23 = { instancePath: instancePath + "/counts/delete", schemaPath: "#/properties/counts/properties/delete/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
          }
        }
        if (data2.keep !== void 0) {
          let data7 = data2.keep;
          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
            let err24 = { instancePath: instancePath + "/counts/keep", schemaPath: "#/properties/counts/properties/keep/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
          }
          if (typeof data7 == "number" && isFinite(data7) && (data7 < 0 || isNaN(data7))) {
            let err25 = { instancePath: instancePath + "/counts/keep", schemaPath: "#/properties/counts/properties/keep/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
          }
        }
      } else {
        let err26 = { instancePath: instancePath + "/counts", schemaPath: "#/properties/counts/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
      }
    }
    if (data.changes !== void 0) {
      let data8 = data.changes;
      if (Array.isArray(data8)) {
        let len0 = data8.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data9 = data8[i0];
          if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
            if (data9.address === void 0) {
              let err27 = { instancePath: instancePath + "/changes/" + i0, schemaPath: "#/properties/changes/items/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
              vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
            }
            if (data9.action === void 0) {
              let err28 = { instancePath: instancePath + "/changes/" + i0, schemaPath: "#/properties/changes/items/required", keyword: "required", params: { missingProperty: "action" }, message: "must have required property 'action'" };
              vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
            }
            if (data9.address !== void 0 && typeof data9.address != "string") {
              let err29 = { instancePath: instancePath + "/changes/" + i0 + "/address", schemaPath: "#/properties/changes/items/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
            }
            if (data9.action !== void 0) {
              let data11 = data9.action;
              if (!(data11 === "create" || data11 === "update" || data11 === "replace" || data11 === "delete")) {
                let err30 = { instancePath: instancePath + "/changes/" + i0 + "/action", schemaPath: "#/properties/changes/items/properties/action/enum", keyword: "enum", params: { allowedValues: schema139.properties.changes.items.properties.action.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
              }
            }
            if (data9.id !== void 0 && typeof data9.id != "string") {
              let err31 = { instancePath: instancePath + "/changes/" + i0 + "/id", schemaPath: "#/properties/changes/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
            }
            if (data9.name !== void 0 && typeof data9.name != "string") {
              let err32 = { instancePath: instancePath + "/changes/" + i0 + "/name", schemaPath: "#/properties/changes/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
            }
            if (data9.edits !== void 0) {
              let data14 = data9.edits;
              if (Array.isArray(data14)) {
                let len1 = data14.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  let data15 = data14[i1];
                  if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
                    if (data15.op === void 0) {
                      let err33 = { instancePath: instancePath + "/changes/" + i0 + "/edits/" + i1, schemaPath: "#/properties/changes/items/properties/edits/items/required", keyword: "required", params: { missingProperty: "op" }, message: "must have required property 'op'" };
                      vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
                    }
                    if (data15.path === void 0) {
                      let err34 = { instancePath: instancePath + "/changes/" + i0 + "/edits/" + i1, schemaPath: "#/properties/changes/items/properties/edits/items/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'" };
                      vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
                    }
                    if (data15.op !== void 0) {
                      let data16 = data15.op;
                      if (!(data16 === "add" || data16 === "remove" || data16 === "replace")) {
                        let err35 = { instancePath: instancePath + "/changes/" + i0 + "/edits/" + i1 + "/op", schemaPath: "#/properties/changes/items/properties/edits/items/properties/op/enum", keyword: "enum", params: { allowedValues: schema139.properties.changes.items.properties.edits.items.properties.op.enum }, message: "must be equal to one of the allowed values" };
                        vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
                      }
                    }
                    if (data15.path !== void 0 && typeof data15.path != "string") {
                      let err36 = { instancePath: instancePath + "/changes/" + i0 + "/edits/" + i1 + "/path", schemaPath: "#/properties/changes/items/properties/edits/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
                    }
                  } else {
                    let err37 = { instancePath: instancePath + "/changes/" + i0 + "/edits/" + i1, schemaPath: "#/properties/changes/items/properties/edits/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                    vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
                  }
                }
              } else {
                let err38 = { instancePath: instancePath + "/changes/" + i0 + "/edits", schemaPath: "#/properties/changes/items/properties/edits/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
              }
            }
            if (data9.beneath !== void 0) {
              let data18 = data9.beneath;
              if (data18 && typeof data18 == "object" && !Array.isArray(data18))
                for (let key0 in data18) {
                  let data19 = data18[key0];
                  if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
                    let err39 = { instancePath: instancePath + "/changes/" + i0 + "/beneath/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/changes/items/properties/beneath/additionalProperties/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
                  }
                }
              else {
                let err40 = { instancePath: instancePath + "/changes/" + i0 + "/beneath", schemaPath: "#/properties/changes/items/properties/beneath/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
              }
            }
            if (data9.unknownFields !== void 0) {
              let data20 = data9.unknownFields;
              if (Array.isArray(data20)) {
                let len2 = data20.length;
                for (let i2 = 0; i2 < len2; i2++)
                  if (typeof data20[i2] != "string") {
                    let err41 = { instancePath: instancePath + "/changes/" + i0 + "/unknownFields/" + i2, schemaPath: "#/properties/changes/items/properties/unknownFields/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
                  }
              } else {
                let err42 = { instancePath: instancePath + "/changes/" + i0 + "/unknownFields", schemaPath: "#/properties/changes/items/properties/unknownFields/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
              }
            }
          } else {
            let err43 = { instancePath: instancePath + "/changes/" + i0, schemaPath: "#/properties/changes/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
          }
        }
      } else {
        let err44 = { instancePath: instancePath + "/changes", schemaPath: "#/properties/changes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
      }
    }
    if (data.steps !== void 0) {
      let data22 = data.steps;
      if (Array.isArray(data22)) {
        let len3 = data22.length;
        for (let i3 = 0; i3 < len3; i3++) {
          let data23 = data22[i3];
          if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
            if (data23.id === void 0) {
              let err45 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
            }
            if (data23.address === void 0) {
              let err46 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
              vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
            }
            if (data23.verb === void 0) {
              let err47 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "verb" }, message: "must have required property 'verb'" };
              vErrors === null ? vErrors = [err47] : vErrors.push(err47), errors++;
            }
            if (data23.phase === void 0) {
              let err48 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "phase" }, message: "must have required property 'phase'" };
              vErrors === null ? vErrors = [err48] : vErrors.push(err48), errors++;
            }
            if (data23.needs === void 0) {
              let err49 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/required", keyword: "required", params: { missingProperty: "needs" }, message: "must have required property 'needs'" };
              vErrors === null ? vErrors = [err49] : vErrors.push(err49), errors++;
            }
            if (data23.id !== void 0 && typeof data23.id != "string") {
              let err50 = { instancePath: instancePath + "/steps/" + i3 + "/id", schemaPath: "#/properties/steps/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err50] : vErrors.push(err50), errors++;
            }
            if (data23.address !== void 0 && typeof data23.address != "string") {
              let err51 = { instancePath: instancePath + "/steps/" + i3 + "/address", schemaPath: "#/properties/steps/items/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err51] : vErrors.push(err51), errors++;
            }
            if (data23.verb !== void 0) {
              let data26 = data23.verb;
              if (!(data26 === "create" || data26 === "update" || data26 === "delete")) {
                let err52 = { instancePath: instancePath + "/steps/" + i3 + "/verb", schemaPath: "#/properties/steps/items/properties/verb/enum", keyword: "enum", params: { allowedValues: schema139.properties.steps.items.properties.verb.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err52] : vErrors.push(err52), errors++;
              }
            }
            if (data23.phase !== void 0) {
              let data27 = data23.phase;
              if (!(data27 === "write" || data27 === "delete" || data27 === "prune")) {
                let err53 = { instancePath: instancePath + "/steps/" + i3 + "/phase", schemaPath: "#/properties/steps/items/properties/phase/enum", keyword: "enum", params: { allowedValues: schema139.properties.steps.items.properties.phase.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err53] : vErrors.push(err53), errors++;
              }
            }
            if (data23.needs !== void 0) {
              let data28 = data23.needs;
              if (Array.isArray(data28)) {
                let len4 = data28.length;
                for (let i4 = 0; i4 < len4; i4++)
                  if (typeof data28[i4] != "string") {
                    let err54 = { instancePath: instancePath + "/steps/" + i3 + "/needs/" + i4, schemaPath: "#/properties/steps/items/properties/needs/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err54] : vErrors.push(err54), errors++;
                  }
              } else {
                let err55 = { instancePath: instancePath + "/steps/" + i3 + "/needs", schemaPath: "#/properties/steps/items/properties/needs/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err55] : vErrors.push(err55), errors++;
              }
            }
          } else {
            let err56 = { instancePath: instancePath + "/steps/" + i3, schemaPath: "#/properties/steps/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err56] : vErrors.push(err56), errors++;
          }
        }
      } else {
        let err57 = { instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err57] : vErrors.push(err57), errors++;
      }
    }
    if (data.unmanaged !== void 0) {
      let data30 = data.unmanaged;
      if (Array.isArray(data30)) {
        let len5 = data30.length;
        for (let i5 = 0; i5 < len5; i5++) {
          let data31 = data30[i5];
          if (data31 && typeof data31 == "object" && !Array.isArray(data31)) {
            if (data31.kind === void 0) {
              let err58 = { instancePath: instancePath + "/unmanaged/" + i5, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'" };
              vErrors === null ? vErrors = [err58] : vErrors.push(err58), errors++;
            }
            if (data31.name === void 0) {
              let err59 = { instancePath: instancePath + "/unmanaged/" + i5, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
              vErrors === null ? vErrors = [err59] : vErrors.push(err59), errors++;
            }
            if (data31.id === void 0) {
              let err60 = { instancePath: instancePath + "/unmanaged/" + i5, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
              vErrors === null ? vErrors = [err60] : vErrors.push(err60), errors++;
            }
            if (data31.reason === void 0) {
              let err61 = { instancePath: instancePath + "/unmanaged/" + i5, schemaPath: "#/properties/unmanaged/items/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
              vErrors === null ? vErrors = [err61] : vErrors.push(err61), errors++;
            }
            if (data31.kind !== void 0 && typeof data31.kind != "string") {
              let err62 = { instancePath: instancePath + "/unmanaged/" + i5 + "/kind", schemaPath: "#/properties/unmanaged/items/properties/kind/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err62] : vErrors.push(err62), errors++;
            }
            if (data31.name !== void 0 && typeof data31.name != "string") {
              let err63 = { instancePath: instancePath + "/unmanaged/" + i5 + "/name", schemaPath: "#/properties/unmanaged/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err63] : vErrors.push(err63), errors++;
            }
            if (data31.id !== void 0 && typeof data31.id != "string") {
              let err64 = { instancePath: instancePath + "/unmanaged/" + i5 + "/id", schemaPath: "#/properties/unmanaged/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err64] : vErrors.push(err64), errors++;
            }
            if (data31.reason !== void 0 && typeof data31.reason != "string") {
              let err65 = { instancePath: instancePath + "/unmanaged/" + i5 + "/reason", schemaPath: "#/properties/unmanaged/items/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err65] : vErrors.push(err65), errors++;
            }
            if (data31.parent !== void 0 && typeof data31.parent != "string") {
              let err66 = { instancePath: instancePath + "/unmanaged/" + i5 + "/parent", schemaPath: "#/properties/unmanaged/items/properties/parent/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err66] : vErrors.push(err66), errors++;
            }
          } else {
            let err67 = { instancePath: instancePath + "/unmanaged/" + i5, schemaPath: "#/properties/unmanaged/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err67] : vErrors.push(err67), errors++;
          }
        }
      } else {
        let err68 = { instancePath: instancePath + "/unmanaged", schemaPath: "#/properties/unmanaged/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err68] : vErrors.push(err68), errors++;
      }
    }
    if (data.refusals !== void 0) {
      let data37 = data.refusals;
      if (Array.isArray(data37)) {
        let len6 = data37.length;
        for (let i6 = 0; i6 < len6; i6++) {
          let data38 = data37[i6];
          if (data38 && typeof data38 == "object" && !Array.isArray(data38)) {
            if (data38.code === void 0) {
              let err69 = { instancePath: instancePath + "/refusals/" + i6, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
              vErrors === null ? vErrors = [err69] : vErrors.push(err69), errors++;
            }
            if (data38.message === void 0) {
              let err70 = { instancePath: instancePath + "/refusals/" + i6, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
              vErrors === null ? vErrors = [err70] : vErrors.push(err70), errors++;
            }
            if (data38.hint === void 0) {
              let err71 = { instancePath: instancePath + "/refusals/" + i6, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "hint" }, message: "must have required property 'hint'" };
              vErrors === null ? vErrors = [err71] : vErrors.push(err71), errors++;
            }
            if (data38.addresses === void 0) {
              let err72 = { instancePath: instancePath + "/refusals/" + i6, schemaPath: "#/properties/refusals/items/required", keyword: "required", params: { missingProperty: "addresses" }, message: "must have required property 'addresses'" };
              vErrors === null ? vErrors = [err72] : vErrors.push(err72), errors++;
            }
            if (data38.code !== void 0 && typeof data38.code != "string") {
              let err73 = { instancePath: instancePath + "/refusals/" + i6 + "/code", schemaPath: "#/properties/refusals/items/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err73] : vErrors.push(err73), errors++;
            }
            if (data38.message !== void 0 && typeof data38.message != "string") {
              let err74 = { instancePath: instancePath + "/refusals/" + i6 + "/message", schemaPath: "#/properties/refusals/items/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err74] : vErrors.push(err74), errors++;
            }
            if (data38.hint !== void 0 && typeof data38.hint != "string") {
              let err75 = { instancePath: instancePath + "/refusals/" + i6 + "/hint", schemaPath: "#/properties/refusals/items/properties/hint/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err75] : vErrors.push(err75), errors++;
            }
            if (data38.addresses !== void 0) {
              let data42 = data38.addresses;
              if (Array.isArray(data42)) {
                let len7 = data42.length;
                for (let i7 = 0; i7 < len7; i7++)
                  if (typeof data42[i7] != "string") {
                    let err76 = { instancePath: instancePath + "/refusals/" + i6 + "/addresses/" + i7, schemaPath: "#/properties/refusals/items/properties/addresses/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err76] : vErrors.push(err76), errors++;
                  }
              } else {
                let err77 = { instancePath: instancePath + "/refusals/" + i6 + "/addresses", schemaPath: "#/properties/refusals/items/properties/addresses/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err77] : vErrors.push(err77), errors++;
              }
            }
          } else {
            let err78 = { instancePath: instancePath + "/refusals/" + i6, schemaPath: "#/properties/refusals/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err78] : vErrors.push(err78), errors++;
          }
        }
      } else {
        let err79 = { instancePath: instancePath + "/refusals", schemaPath: "#/properties/refusals/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err79] : vErrors.push(err79), errors++;
      }
    }
    if (data.notes !== void 0) {
      let data44 = data.notes;
      if (Array.isArray(data44)) {
        let len8 = data44.length;
        for (let i8 = 0; i8 < len8; i8++)
          if (typeof data44[i8] != "string") {
            let err80 = { instancePath: instancePath + "/notes/" + i8, schemaPath: "#/properties/notes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err80] : vErrors.push(err80), errors++;
          }
      } else {
        let err81 = { instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err81] : vErrors.push(err81), errors++;
      }
    }
    if (data.basis !== void 0) {
      let data46 = data.basis;
      if (data46 && typeof data46 == "object" && !Array.isArray(data46)) {
        if (data46.definitions === void 0) {
          let err82 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/required", keyword: "required", params: { missingProperty: "definitions" }, message: "must have required property 'definitions'" };
          vErrors === null ? vErrors = [err82] : vErrors.push(err82), errors++;
        }
        if (data46.states === void 0) {
          let err83 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/required", keyword: "required", params: { missingProperty: "states" }, message: "must have required property 'states'" };
          vErrors === null ? vErrors = [err83] : vErrors.push(err83), errors++;
        }
        if (data46.definitions !== void 0 && typeof data46.definitions != "string") {
          let err84 = { instancePath: instancePath + "/basis/definitions", schemaPath: "#/properties/basis/properties/definitions/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err84] : vErrors.push(err84), errors++;
        }
        if (data46.states !== void 0) {
          let data48 = data46.states;
          if (data48 && typeof data48 == "object" && !Array.isArray(data48))
            for (let key1 in data48) {
              let data49 = data48[key1];
              if (typeof data49 != "string" && data49 !== null) {
                let err85 = { instancePath: instancePath + "/basis/states/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/basis/properties/states/additionalProperties/type", keyword: "type", params: { type: schema139.properties.basis.properties.states.additionalProperties.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err85] : vErrors.push(err85), errors++;
              }
            }
          else {
            let err86 = { instancePath: instancePath + "/basis/states", schemaPath: "#/properties/basis/properties/states/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err86] : vErrors.push(err86), errors++;
          }
        }
      } else {
        let err87 = { instancePath: instancePath + "/basis", schemaPath: "#/properties/basis/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err87] : vErrors.push(err87), errors++;
      }
    }
  } else {
    let err88 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err88] : vErrors.push(err88), errors++;
  }
  return validate377.errors = vErrors, errors === 0;
}
export {
  plan
};
