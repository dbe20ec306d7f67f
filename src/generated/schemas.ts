// Made from schemas/ by `npm run generate`. Do not edit.

/** Every schema by its path in schemas/, without the suffix. */
export const schemas: { readonly [path: string]: unknown } = {
  "configuration": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Configuration",
    "description": "promptctl.yaml: where the definitions are and which service they go to. All keys are optional.",
    "type": "object",
    "properties": {
      "definitions": {
        "type": "string",
        "minLength": 1,
        "default": "prompts",
        "description": "The folder of the definitions, relative to this file."
      },
      "baseUrl": {
        "type": "string",
        "minLength": 1,
        "description": "The base address of the service, or local for the embedded one. No default."
      },
      "prune": {
        "type": "boolean",
        "default": false,
        "description": "Whether apply deletes tools, prompts and evaluations that no file defines, as --prune does."
      },
      "scope": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1
        },
        "default": [
          "*"
        ],
        "description": "Which tools and prompts this project may delete: patterns of kind/name, * stands for anything."
      },
      "limits": {
        "type": "object",
        "default": {},
        "description": "When a plan is refused.",
        "properties": {
          "maxDeletePercent": {
            "type": "number",
            "minimum": 0,
            "maximum": 100,
            "default": 30,
            "description": "The highest share of resources of one kind that one apply may delete, in percent, 0 to 100."
          }
        },
        "additionalProperties": false
      },
      "pins": {
        "type": "object",
        "default": {},
        "description": "For names that do not identify: base address of the service, then address of the definition, then id on the service.",
        "additionalProperties": {
          "type": "object",
          "description": "Addresses and their ids on one service.",
          "additionalProperties": {
            "type": "string",
            "minLength": 1,
            "description": "The id on the service."
          }
        }
      },
      "service": {
        "type": "object",
        "default": {},
        "description": "What the service can do beyond the contract.",
        "properties": {
          "evaluationUpdate": {
            "type": "boolean",
            "default": false,
            "description": "The service has PUT /sdk/v1/evaluations/{id}: a changed evaluation is updated instead of replaced."
          },
          "evaluationDeleteCascades": {
            "type": "boolean",
            "default": false,
            "description": "Deleting an evaluation deletes its assertions too: they are not deleted one by one."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false
  },
  "definition/assertion": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Assertion definition",
    "description": "One check on the reply of an evaluation.",
    "type": "object",
    "required": [
      "type"
    ],
    "discriminator": {
      "propertyName": "type"
    },
    "oneOf": [
      {
        "title": "ExactMatchAssertionDefinition",
        "description": "The reply is exactly this text.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "EXACT_MATCH",
            "description": "The reply is exactly this text."
          },
          "targetValue": {
            "$ref": "./common.schema.json#/$defs/text"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "targetValue"
        ],
        "additionalProperties": false
      },
      {
        "title": "StartsWithAssertionDefinition",
        "description": "The reply begins with this text.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "STARTS_WITH",
            "description": "The reply begins with this text."
          },
          "targetValue": {
            "$ref": "./common.schema.json#/$defs/text"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "targetValue"
        ],
        "additionalProperties": false
      },
      {
        "title": "ContainsAllAssertionDefinition",
        "description": "The reply holds every one of these texts.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "CONTAINS_ALL",
            "description": "The reply holds every one of these texts."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "targetValues"
        ],
        "additionalProperties": false
      },
      {
        "title": "ContainsAnyAssertionDefinition",
        "description": "The reply holds at least one of these texts.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "CONTAINS_ANY",
            "description": "The reply holds at least one of these texts."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "targetValues"
        ],
        "additionalProperties": false
      },
      {
        "title": "CostAssertionDefinition",
        "description": "The reply costs at most this.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "COST",
            "description": "The reply costs at most this."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/costThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "targetThreshold"
        ],
        "additionalProperties": false
      },
      {
        "title": "LatencyAssertionDefinition",
        "description": "The reply takes at most this long.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "LATENCY",
            "description": "The reply takes at most this long."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/latencyThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "targetThreshold"
        ],
        "additionalProperties": false
      },
      {
        "title": "ToolCalledAssertionDefinition",
        "description": "The reply calls this tool.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "TOOL_CALLED",
            "description": "The reply calls this tool."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "toolName"
        ],
        "additionalProperties": false
      },
      {
        "title": "ToolCalledWithAssertionDefinition",
        "description": "The reply calls this tool with this argument.",
        "properties": {
          "kind": {
            "const": "assertion",
            "x-form": "local",
            "description": "This document defines an assertion. Not said where it stands in its evaluation."
          },
          "evaluation": {
            "type": "string",
            "minLength": 1,
            "x-form": "local",
            "description": "Its evaluation, as prompt/evaluation. Not said where it stands in its evaluation."
          },
          "metadata": {
            "$ref": "./common.schema.json#/$defs/metadata"
          },
          "type": {
            "const": "TOOL_CALLED_WITH",
            "description": "The reply calls this tool with this argument."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "argKeyName": {
            "$ref": "../parts.schema.json#/$defs/argKeyName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "toolName",
          "argKeyName"
        ],
        "additionalProperties": false
      }
    ]
  },
  "definition/common": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Parts of definitions",
    "$defs": {
      "key": {
        "type": "string",
        "minLength": 1,
        "pattern": "^(?!id:)",
        "x-form": "local",
        "description": "A stable local name for references and addresses, never sent to the service. The default is the name. Does not begin with id:."
      },
      "renamedFrom": {
        "anyOf": [
          {
            "type": "string",
            "minLength": 1
          },
          {
            "type": "array",
            "items": {
              "type": "string",
              "minLength": 1
            },
            "uniqueItems": true
          }
        ],
        "x-form": "local",
        "description": "The earlier name or names of this resource on the service: it is renamed in place instead of made anew. Never sent."
      },
      "external": {
        "type": "boolean",
        "default": false,
        "x-form": "local",
        "description": "true: owned elsewhere; matched by name, never written or deleted. Never sent."
      },
      "metadata": {
        "x-form": "local",
        "description": "Free notes of any shape, never sent."
      },
      "text": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "$ref": "#/$defs/textFile"
          }
        ],
        "x-form": "text",
        "tsType": "string | { file: string }",
        "description": "Text, or { file: path } for text kept in its own file."
      },
      "base64": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "$ref": "#/$defs/imageFile"
          }
        ],
        "x-form": "base64",
        "tsType": "string | { file: string }",
        "description": "Image data in base64, or { file: path } for an image file, which is encoded when it is read; a .b64, .base64 or .txt file holds base64 text already."
      },
      "textFile": {
        "type": "object",
        "description": "Text kept in a file of its own.",
        "properties": {
          "file": {
            "type": "string",
            "minLength": 1,
            "description": "The path of the file, relative to this YAML file, with / between folders; it stays inside the project and no part but a leading ./ or ../ begins with a dot."
          }
        },
        "required": [
          "file"
        ],
        "additionalProperties": false
      },
      "imageFile": {
        "type": "object",
        "description": "An image kept in a file of its own.",
        "properties": {
          "file": {
            "type": "string",
            "minLength": 1,
            "description": "The path of the file, relative to this YAML file, with / between folders; it stays inside the project and no part but a leading ./ or ../ begins with a dot."
          }
        },
        "required": [
          "file"
        ],
        "additionalProperties": false
      },
      "arguments": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "object"
          }
        ],
        "x-form": "jsonText",
        "tsType": "string | { [k: string]: unknown }",
        "description": "The arguments of the call: an object, sent as JSON text, or the JSON text as the model wrote it."
      },
      "toolFunction": {
        "type": "object",
        "description": "The function that was called.",
        "properties": {
          "name": {
            "$ref": "../parts.schema.json#/$defs/calledName"
          },
          "arguments": {
            "$ref": "#/$defs/arguments"
          }
        },
        "required": [
          "name",
          "arguments"
        ],
        "additionalProperties": false,
        "title": "ToolFunctionDefinition"
      },
      "toolCall": {
        "type": "object",
        "description": "A call the model made.",
        "properties": {
          "toolCallId": {
            "$ref": "../parts.schema.json#/$defs/toolCallId"
          },
          "type": {
            "$ref": "../parts.schema.json#/$defs/functionType"
          },
          "function": {
            "$ref": "#/$defs/toolFunction"
          }
        },
        "required": [
          "toolCallId",
          "type",
          "function"
        ],
        "additionalProperties": false,
        "title": "ToolCallDefinition"
      },
      "block": {
        "type": "object",
        "description": "One piece of a message: text, an image, a tool call or a tool result.",
        "required": [
          "type"
        ],
        "discriminator": {
          "propertyName": "type"
        },
        "oneOf": [
          {
            "title": "TextBlockDefinition",
            "properties": {
              "type": {
                "const": "TEXT",
                "description": "A piece of text."
              },
              "text": {
                "$ref": "#/$defs/text"
              }
            },
            "required": [
              "type",
              "text"
            ],
            "additionalProperties": false
          },
          {
            "title": "ImageBlockDefinition",
            "properties": {
              "type": {
                "const": "IMAGE_BASE64",
                "description": "An image."
              },
              "imageBase64": {
                "$ref": "#/$defs/base64"
              },
              "mediaType": {
                "$ref": "../parts.schema.json#/$defs/mediaType"
              }
            },
            "required": [
              "type",
              "imageBase64",
              "mediaType"
            ],
            "additionalProperties": false
          },
          {
            "title": "ToolCallBlockDefinition",
            "properties": {
              "type": {
                "const": "TOOL_CALL",
                "description": "A call of a tool by the model."
              },
              "toolCall": {
                "$ref": "#/$defs/toolCall"
              }
            },
            "required": [
              "type",
              "toolCall"
            ],
            "additionalProperties": false
          },
          {
            "title": "ToolResultBlockDefinition",
            "properties": {
              "type": {
                "const": "TOOL_RESULT",
                "description": "What a tool answered."
              },
              "toolCallId": {
                "$ref": "../parts.schema.json#/$defs/toolCallId"
              },
              "result": {
                "$ref": "#/$defs/text"
              }
            },
            "required": [
              "type",
              "toolCallId",
              "result"
            ],
            "additionalProperties": false
          }
        ],
        "title": "BlockDefinition"
      },
      "content": {
        "anyOf": [
          {
            "type": "string"
          },
          {
            "$ref": "#/$defs/textFile"
          },
          {
            "type": "array",
            "items": {
              "$ref": "#/$defs/block"
            }
          }
        ],
        "x-form": "content",
        "description": "What is said: text, { file: path }, or a list of blocks."
      },
      "message": {
        "type": "object",
        "description": "One message of the conversation.",
        "properties": {
          "role": {
            "$ref": "../parts.schema.json#/$defs/role"
          },
          "content": {
            "$ref": "#/$defs/content"
          }
        },
        "required": [
          "role",
          "content"
        ],
        "additionalProperties": false,
        "title": "MessageDefinition"
      }
    }
  },
  "definition/definition": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Definition",
    "description": "One document of a definition file: a tool, a prompt, an evaluation or an assertion.",
    "type": "object",
    "properties": {
      "kind": {
        "enum": [
          "tool",
          "prompt",
          "evaluation",
          "assertion"
        ],
        "description": "What this document defines."
      }
    },
    "required": [
      "kind"
    ],
    "allOf": [
      {
        "if": {
          "properties": {
            "kind": {
              "const": "tool"
            }
          },
          "required": [
            "kind"
          ]
        },
        "then": {
          "allOf": [
            {
              "$ref": "./tool.schema.json"
            }
          ]
        }
      },
      {
        "if": {
          "properties": {
            "kind": {
              "const": "prompt"
            }
          },
          "required": [
            "kind"
          ]
        },
        "then": {
          "allOf": [
            {
              "$ref": "./prompt.schema.json"
            }
          ]
        }
      },
      {
        "if": {
          "properties": {
            "kind": {
              "const": "evaluation"
            }
          },
          "required": [
            "kind"
          ]
        },
        "then": {
          "allOf": [
            {
              "$ref": "./evaluation.schema.json"
            },
            {
              "required": [
                "prompt"
              ]
            }
          ]
        }
      },
      {
        "if": {
          "properties": {
            "kind": {
              "const": "assertion"
            }
          },
          "required": [
            "kind"
          ]
        },
        "then": {
          "allOf": [
            {
              "$ref": "./assertion.schema.json"
            },
            {
              "required": [
                "evaluation"
              ]
            }
          ]
        }
      }
    ]
  },
  "definition/evaluation": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Evaluation definition",
    "description": "A case the prompt is tried on, with what its reply must show.",
    "type": "object",
    "properties": {
      "kind": {
        "const": "evaluation",
        "x-form": "local",
        "description": "This document defines an evaluation. Not said where it stands in its prompt."
      },
      "prompt": {
        "type": "string",
        "minLength": 1,
        "x-form": "local",
        "description": "The key of its prompt (the name, where the prompt has no key). Not said where it stands in its prompt."
      },
      "name": {
        "type": "string",
        "minLength": 1,
        "pattern": "^(?!id:)[^/]*$",
        "x-form": "local",
        "description": "A local name, unique within the prompt, never sent. Holds no / and does not begin with id:."
      },
      "metadata": {
        "$ref": "./common.schema.json#/$defs/metadata"
      },
      "variables": {
        "$ref": "../parts.schema.json#/$defs/variableValues"
      },
      "appendedMessages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "default": [],
        "description": "Messages added after the prompt's own when the evaluation runs."
      },
      "weight": {
        "$ref": "../parts.schema.json#/$defs/weight"
      },
      "threshold": {
        "$ref": "../parts.schema.json#/$defs/threshold"
      },
      "assertions": {
        "type": "array",
        "x-form": "local",
        "items": {
          "allOf": [
            {
              "$ref": "./assertion.schema.json"
            },
            {
              "type": "object",
              "properties": {
                "kind": false,
                "evaluation": false
              }
            }
          ]
        },
        "description": "What the reply must show."
      }
    },
    "required": [
      "name"
    ],
    "additionalProperties": false
  },
  "definition/prompt": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Prompt definition",
    "description": "A prompt: its model, messages, tools and, if you like, its evaluations.",
    "type": "object",
    "properties": {
      "kind": {
        "const": "prompt",
        "x-form": "local",
        "description": "This document defines a prompt."
      },
      "key": {
        "$ref": "./common.schema.json#/$defs/key"
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/promptName"
      },
      "renamedFrom": {
        "$ref": "./common.schema.json#/$defs/renamedFrom"
      },
      "external": {
        "$ref": "./common.schema.json#/$defs/external"
      },
      "metadata": {
        "$ref": "./common.schema.json#/$defs/metadata"
      },
      "tools": {
        "type": "array",
        "items": {
          "type": "string",
          "minLength": 1
        },
        "uniqueItems": true,
        "default": [],
        "description": "The tools the model may call, by key (the name, where a tool has no key)."
      },
      "parameters": {
        "$ref": "../parts.schema.json#/$defs/modelParameters"
      },
      "variables": {
        "type": "object",
        "additionalProperties": {
          "type": [
            "string",
            "null"
          ]
        },
        "x-form": "local",
        "description": "What the messages expect: name of the variable and what it is. Never sent."
      },
      "messages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "The messages, in order; text may hold {{variables}}."
      },
      "evaluations": {
        "type": "array",
        "x-form": "local",
        "items": {
          "allOf": [
            {
              "$ref": "./evaluation.schema.json"
            },
            {
              "type": "object",
              "properties": {
                "kind": false,
                "prompt": false
              }
            }
          ]
        },
        "description": "The evaluations of this prompt. [] says it has none; leaving the key out says nothing about them."
      }
    },
    "required": [
      "kind",
      "name"
    ],
    "if": {
      "properties": {
        "external": {
          "const": true
        }
      },
      "required": [
        "external"
      ]
    },
    "else": {
      "required": [
        "parameters",
        "messages"
      ]
    },
    "additionalProperties": false
  },
  "definition/tool": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Tool definition",
    "description": "A function that models may call.",
    "type": "object",
    "properties": {
      "kind": {
        "const": "tool",
        "x-form": "local",
        "description": "This document defines a tool."
      },
      "key": {
        "$ref": "./common.schema.json#/$defs/key"
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/toolName"
      },
      "renamedFrom": {
        "$ref": "./common.schema.json#/$defs/renamedFrom"
      },
      "external": {
        "$ref": "./common.schema.json#/$defs/external"
      },
      "metadata": {
        "$ref": "./common.schema.json#/$defs/metadata"
      },
      "description": {
        "$ref": "./common.schema.json#/$defs/text"
      },
      "parameters": {
        "$ref": "../parts.schema.json#/$defs/toolParameters"
      }
    },
    "required": [
      "kind",
      "name"
    ],
    "if": {
      "properties": {
        "external": {
          "const": true
        }
      },
      "required": [
        "external"
      ]
    },
    "else": {
      "required": [
        "description",
        "parameters"
      ]
    },
    "additionalProperties": false
  },
  "parts": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Parts shared by definitions and by what the service speaks",
    "$defs": {
      "toolName": {
        "type": "string",
        "description": "The name the model calls: 1 to 64 letters, digits, underscores or dashes.",
        "pattern": "^[a-zA-Z0-9_-]{1,64}$"
      },
      "toolParameters": {
        "type": "object",
        "description": "A JSON Schema object that describes the function's arguments.",
        "additionalProperties": true
      },
      "promptName": {
        "type": "string",
        "description": "The human-readable name of the prompt: its identity on the service. At least 1 character.",
        "minLength": 1
      },
      "role": {
        "description": "Who speaks: system, user, assistant (the model) or tool.",
        "enum": [
          "assistant",
          "system",
          "tool",
          "user"
        ]
      },
      "mediaType": {
        "type": "string",
        "description": "The media type of the image, for example image/png."
      },
      "toolCallId": {
        "type": "string",
        "description": "The id that ties a tool result to its tool call."
      },
      "functionType": {
        "description": "The sort of tool call; functions are the only one.",
        "const": "function"
      },
      "calledName": {
        "type": "string",
        "description": "The name of the tool that was called."
      },
      "weight": {
        "type": "number",
        "description": "How heavily this counts among its siblings, from 0 to 1.",
        "minimum": 0,
        "maximum": 1,
        "default": 1
      },
      "threshold": {
        "type": "number",
        "description": "The share of assertions that must pass for the evaluation to pass, from 0 to 1.",
        "minimum": 0,
        "maximum": 1,
        "default": 1
      },
      "variableValues": {
        "type": [
          "object",
          "null"
        ],
        "description": "The values put in place of the {{placeholders}} of the messages, by name: text or null.",
        "additionalProperties": {
          "type": [
            "string",
            "null"
          ]
        },
        "default": {}
      },
      "jsonPath": {
        "type": [
          "string",
          "null"
        ],
        "description": "The JSONPath that picks the part of a JSON reply to look at; $ is the whole reply.",
        "default": "$"
      },
      "ignoreCase": {
        "type": "boolean",
        "description": "Whether upper and lower case count as the same.",
        "default": false
      },
      "negate": {
        "type": "boolean",
        "description": "When true, the assertion passes where it would fail, and the other way round.",
        "default": false
      },
      "targetValues": {
        "type": "array",
        "description": "The texts to look for in the reply, at least 1.",
        "items": {
          "type": "string"
        },
        "minItems": 1
      },
      "costThreshold": {
        "type": "number",
        "description": "The highest cost of one reply that passes, in US dollars, 0 or more.",
        "minimum": 0
      },
      "latencyThreshold": {
        "type": "number",
        "description": "The longest time for one reply that passes, in milliseconds, 0 or more.",
        "minimum": 0
      },
      "assertedToolName": {
        "type": "string",
        "description": "The name of the tool that the reply must call.",
        "minLength": 1
      },
      "argKeyName": {
        "type": "string",
        "description": "The name of the argument that the call must carry; its value is not looked at.",
        "minLength": 1
      },
      "provider": {
        "description": "The model provider.",
        "enum": [
          "ANTHROPIC",
          "OPENAI"
        ]
      },
      "modelName": {
        "type": "string",
        "description": "The name of the model at the provider, for example claude-sonnet-4-5.",
        "minLength": 1
      },
      "responseFormat": {
        "description": "Whether the model answers free text or JSON.",
        "enum": [
          "TEXT",
          "JSON"
        ],
        "default": "TEXT"
      },
      "temperature": {
        "type": "number",
        "description": "How freely the model picks its words. The service takes any number; the providers take 0 to 1 (ANTHROPIC) or 0 to 2 (OPENAI).",
        "default": 1
      },
      "topP": {
        "type": "number",
        "description": "The share of likely words the model picks from. The service takes any number; the providers take 0 to 1.",
        "default": 1
      },
      "topK": {
        "type": [
          "number",
          "null"
        ],
        "description": "How many of the likeliest words the model picks from, 1 or more; null leaves it to the provider.",
        "minimum": 1,
        "default": null
      },
      "frequencyPenalty": {
        "type": "number",
        "description": "How much repeating a word is discouraged. The service takes any number; the provider takes -2 to 2.",
        "default": 0
      },
      "presencePenalty": {
        "type": "number",
        "description": "How much returning to a topic is discouraged. The service takes any number; the provider takes -2 to 2.",
        "default": 0
      },
      "maxTokens": {
        "type": [
          "number",
          "null"
        ],
        "description": "The longest reply, in tokens. The service takes any number, the providers 1 or more; null leaves it to the provider.",
        "default": null
      },
      "seed": {
        "type": [
          "number",
          "null"
        ],
        "description": "A number that makes replies repeatable where the provider can; null for none.",
        "default": null
      },
      "toolChoice": {
        "type": [
          "string",
          "null"
        ],
        "description": "auto, none, required or the name of one tool; null leaves it to the provider.",
        "default": null
      },
      "stream": {
        "type": "boolean",
        "description": "Whether an application that calls the provider itself asks for a streamed reply.",
        "default": false
      },
      "parallelToolCalls": {
        "type": "boolean",
        "description": "Whether the model may call several tools in one reply.",
        "default": true
      },
      "modelParameters": {
        "type": "object",
        "description": "The model and its settings.",
        "properties": {
          "provider": {
            "$ref": "#/$defs/provider"
          },
          "name": {
            "$ref": "#/$defs/modelName"
          },
          "responseFormat": {
            "$ref": "#/$defs/responseFormat"
          },
          "temperature": {
            "$ref": "#/$defs/temperature"
          },
          "topP": {
            "$ref": "#/$defs/topP"
          },
          "topK": {
            "$ref": "#/$defs/topK"
          },
          "frequencyPenalty": {
            "$ref": "#/$defs/frequencyPenalty"
          },
          "presencePenalty": {
            "$ref": "#/$defs/presencePenalty"
          },
          "maxTokens": {
            "$ref": "#/$defs/maxTokens"
          },
          "seed": {
            "$ref": "#/$defs/seed"
          },
          "toolChoice": {
            "$ref": "#/$defs/toolChoice"
          },
          "stream": {
            "$ref": "#/$defs/stream"
          },
          "parallelToolCalls": {
            "$ref": "#/$defs/parallelToolCalls"
          }
        },
        "required": [
          "provider",
          "name"
        ],
        "additionalProperties": false,
        "title": "ModelSettings"
      }
    }
  },
  "plan": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Plan",
    "description": "What apply would do, as plan --json prints it and plan --out saves it; a saved plan has the bodies, and all that apply needs.",
    "type": "object",
    "properties": {
      "format": {
        "const": "promptctl.plan/1",
        "description": "The format and its version; additions do not change it."
      },
      "baseUrl": {
        "type": "string",
        "description": "The service the plan was made for; local is the embedded one."
      },
      "counts": {
        "type": "object",
        "title": "Counts",
        "description": "How many resources change in which way.",
        "properties": {
          "create": {
            "type": "integer",
            "minimum": 0,
            "description": "Resources to create."
          },
          "update": {
            "type": "integer",
            "minimum": 0,
            "description": "Resources to update."
          },
          "replace": {
            "type": "integer",
            "minimum": 0,
            "description": "Resources to replace."
          },
          "delete": {
            "type": "integer",
            "minimum": 0,
            "description": "Resources to delete."
          },
          "keep": {
            "type": "integer",
            "minimum": 0,
            "description": "Resources to keep."
          }
        },
        "required": [
          "create",
          "update",
          "replace",
          "delete",
          "keep"
        ]
      },
      "changes": {
        "type": "array",
        "description": "One entry per resource that changes, in the order of the table of kinds, then of the files; deletes last.",
        "items": {
          "$ref": "#/$defs/change"
        }
      },
      "steps": {
        "type": "array",
        "description": "One entry per call.",
        "items": {
          "type": "object",
          "title": "StepDocument",
          "description": "One call.",
          "properties": {
            "id": {
              "type": "string",
              "description": "The step's own name, unique in the plan."
            },
            "address": {
              "type": "string",
              "description": "The address, kind/name; what only the service has ends in id:…"
            },
            "verb": {
              "enum": [
                "create",
                "update",
                "delete"
              ],
              "description": "POST, PUT or DELETE."
            },
            "phase": {
              "enum": [
                "write",
                "delete",
                "prune"
              ],
              "description": "Phases follow one another; prunes are left out once any step failed."
            },
            "needs": {
              "type": "array",
              "description": "The steps that must be done before.",
              "items": {
                "type": "string",
                "description": "The id of a step."
              }
            },
            "parent": {
              "type": "string",
              "description": "The address of its parent, where it has one. Only in a saved plan."
            },
            "remoteId": {
              "type": "string",
              "description": "The id on the service of what is updated or deleted. Only in a saved plan."
            },
            "without": {
              "type": "object",
              "title": "Without",
              "description": "What must be gone before it is deleted. Only in a saved plan.",
              "properties": {
                "kind": {
                  "type": "string",
                  "description": "Its kind."
                },
                "id": {
                  "type": "string",
                  "description": "Its id on the service."
                }
              },
              "required": [
                "kind",
                "id"
              ]
            }
          },
          "required": [
            "id",
            "address",
            "verb",
            "phase",
            "needs"
          ]
        }
      },
      "unmanaged": {
        "type": "array",
        "description": "What the service has and no file defines, left as it is.",
        "items": {
          "type": "object",
          "title": "Unmanaged",
          "description": "One resource.",
          "properties": {
            "kind": {
              "type": "string",
              "description": "Its kind."
            },
            "name": {
              "type": "string",
              "description": "Its name; empty for kinds without names."
            },
            "id": {
              "type": "string",
              "description": "Its id on the service."
            },
            "reason": {
              "type": "string",
              "description": "Why it is left as it is."
            },
            "parent": {
              "type": "string",
              "description": "The address of the managed parent it stands under."
            }
          },
          "required": [
            "kind",
            "name",
            "id",
            "reason"
          ]
        }
      },
      "refusals": {
        "type": "array",
        "description": "Why apply will not carry this plan out; empty when it will.",
        "items": {
          "type": "object",
          "title": "Refusal",
          "description": "One reason.",
          "properties": {
            "code": {
              "type": "string",
              "description": "A stable word for the reason."
            },
            "message": {
              "type": "string",
              "description": "What was found."
            },
            "hint": {
              "type": "string",
              "description": "What to do next."
            },
            "addresses": {
              "type": "array",
              "description": "What it is about.",
              "items": {
                "type": "string",
                "description": "The address, kind/name; what only the service has ends in id:…"
              }
            }
          },
          "required": [
            "code",
            "message",
            "hint",
            "addresses"
          ]
        }
      },
      "notes": {
        "type": "array",
        "description": "Sentences to pass on: what was asked for and not done, and what looks like a slip.",
        "items": {
          "type": "string",
          "description": "A sentence."
        }
      },
      "basis": {
        "type": "object",
        "title": "Basis",
        "description": "What the plan was made from.",
        "properties": {
          "definitions": {
            "type": "string",
            "description": "The digest of the definitions and settings, sha256:…"
          },
          "states": {
            "type": "object",
            "description": "The digest of each resource the plan touches or relies on, as the service had it; null where it was absent.",
            "additionalProperties": {
              "type": [
                "string",
                "null"
              ],
              "description": "A digest, or null."
            }
          }
        },
        "required": [
          "definitions",
          "states"
        ]
      },
      "definitions": {
        "type": "integer",
        "minimum": 0,
        "description": "How many definitions there were. Only in a saved plan."
      },
      "ids": {
        "type": "object",
        "description": "The id on the service of every definition it had, by address. Only in a saved plan.",
        "additionalProperties": {
          "type": "string",
          "description": "An id."
        }
      },
      "names": {
        "type": "object",
        "description": "The names on the service of what no file defines, by address. Only in a saved plan.",
        "additionalProperties": {
          "type": "string",
          "description": "A name."
        }
      },
      "createdAt": {
        "type": "string",
        "description": "When it was saved (ISO 8601). Only in a saved plan."
      },
      "digest": {
        "type": "string",
        "description": "The digest of everything else but createdAt and project, sha256:…; a plan of the same definitions for the same state has the same. Only in a saved plan."
      },
      "seen": {
        "type": "object",
        "description": "Everything the service listed, as kind/id, with its name where it has one. Only in a saved plan.",
        "additionalProperties": {
          "type": "string",
          "description": "A name, or nothing."
        }
      },
      "project": {
        "type": "string",
        "description": "The folder of the project, from that of this file. Only in a saved plan."
      }
    },
    "required": [
      "format",
      "baseUrl",
      "counts",
      "changes",
      "steps",
      "unmanaged",
      "refusals",
      "notes",
      "basis"
    ],
    "if": {
      "required": [
        "digest"
      ]
    },
    "then": {
      "required": [
        "definitions",
        "ids",
        "names",
        "seen",
        "createdAt"
      ]
    },
    "$defs": {
      "change": {
        "type": "object",
        "title": "ChangeDocument",
        "description": "One change.",
        "properties": {
          "address": {
            "type": "string",
            "description": "The address, kind/name; what only the service has ends in id:…"
          },
          "action": {
            "enum": [
              "create",
              "update",
              "replace",
              "delete"
            ],
            "description": "What happens to the resource."
          },
          "id": {
            "type": "string",
            "description": "The id on the service, where it has one."
          },
          "name": {
            "type": "string",
            "description": "The name on the service of a resource that no file defines."
          },
          "edits": {
            "type": "array",
            "description": "What changes in an updated or replaced resource, as RFC 6902 operations on its normal form.",
            "items": {
              "type": "object",
              "description": "One operation.",
              "properties": {
                "op": {
                  "enum": [
                    "add",
                    "remove",
                    "replace"
                  ],
                  "description": "The operation."
                },
                "path": {
                  "type": "string",
                  "description": "A JSON pointer."
                },
                "value": {
                  "description": "The new value of add and replace."
                }
              },
              "required": [
                "op",
                "path"
              ]
            }
          },
          "beneath": {
            "type": "object",
            "description": "How many resources of each kind go or come with it and are not counted again.",
            "additionalProperties": {
              "type": "integer",
              "description": "A number of resources."
            }
          },
          "unknownFields": {
            "type": "array",
            "description": "Fields the service keeps for it that this tool does not know and an update or replace may lose.",
            "items": {
              "type": "string",
              "description": "A JSON pointer."
            }
          },
          "usedBy": {
            "type": "array",
            "description": "What the service has, no file defines and uses the updated resource.",
            "items": {
              "type": "object",
              "title": "User",
              "description": "One resource.",
              "properties": {
                "kind": {
                  "type": "string",
                  "description": "Its kind."
                },
                "name": {
                  "type": "string",
                  "description": "Its name; empty for kinds without names."
                },
                "id": {
                  "type": "string",
                  "description": "Its id on the service."
                }
              },
              "required": [
                "kind",
                "name",
                "id"
              ]
            }
          },
          "parent": {
            "type": "string",
            "description": "The address of its parent, where it has one. Only in a saved plan."
          },
          "body": {
            "type": "object",
            "title": "Body",
            "description": "What is written, in normal form; references are addresses. Only in a saved plan.",
            "tsType": "{ readonly [field: string]: unknown }"
          },
          "before": {
            "type": "object",
            "title": "Before",
            "description": "What the service had when the plan was made, in normal form. Only in a saved plan.",
            "tsType": "{ readonly [field: string]: unknown }"
          },
          "creates": {
            "type": "array",
            "description": "The children made for a replaced resource. Only in a saved plan.",
            "items": {
              "$ref": "#/$defs/change"
            }
          },
          "deletes": {
            "type": "array",
            "description": "What is deleted with it. Only in a saved plan.",
            "items": {
              "$ref": "#/$defs/change"
            }
          },
          "because": {
            "enum": [
              "prune",
              "double",
              "surplus",
              "unfinished",
              "parent",
              "orphan"
            ],
            "description": "Why it is deleted. Only in a saved plan."
          },
          "of": {
            "type": "string",
            "description": "The address of what it is a second copy of, or was replaced for. Only in a saved plan."
          },
          "without": {
            "type": "object",
            "title": "Without",
            "description": "What must be gone before it is deleted. Only in a saved plan.",
            "properties": {
              "kind": {
                "type": "string",
                "description": "Its kind."
              },
              "id": {
                "type": "string",
                "description": "Its id on the service."
              }
            },
            "required": [
              "kind",
              "id"
            ]
          },
          "cascades": {
            "type": "boolean",
            "description": "Whether it goes by itself when its parent is deleted. Only in a saved plan."
          }
        },
        "required": [
          "address",
          "action"
        ]
      }
    }
  },
  "validation": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Validation",
    "description": "What validate found, as validate --format json prints it.",
    "type": "object",
    "properties": {
      "format": {
        "const": "promptctl.validation/1",
        "description": "The format and its version; additions do not change it."
      },
      "counts": {
        "type": "object",
        "title": "MistakeCounts",
        "description": "How many mistakes there are.",
        "properties": {
          "errors": {
            "type": "integer",
            "minimum": 0,
            "description": "What the service cannot hold, or what nobody can read."
          },
          "warnings": {
            "type": "integer",
            "minimum": 0,
            "description": "What the service holds, and what is most likely not meant."
          }
        },
        "required": [
          "errors",
          "warnings"
        ],
        "additionalProperties": false
      },
      "definitions": {
        "type": "integer",
        "minimum": 0,
        "description": "How many definitions were looked at."
      },
      "files": {
        "type": "integer",
        "minimum": 0,
        "description": "How many files were looked at."
      },
      "diagnostics": {
        "type": "array",
        "description": "Every mistake, in the order of the files.",
        "items": {
          "type": "object",
          "title": "Mistake",
          "description": "One mistake, and where it is.",
          "properties": {
            "severity": {
              "enum": [
                "error",
                "warning"
              ],
              "description": "Whether it stops plan and apply."
            },
            "code": {
              "type": "string",
              "description": "A stable word for the sort of mistake; docs/diagnostics.md explains each."
            },
            "message": {
              "type": "string",
              "description": "What is wrong."
            },
            "hint": {
              "type": "string",
              "description": "What would be right."
            },
            "place": {
              "$ref": "#/$defs/place"
            },
            "also": {
              "$ref": "#/$defs/place"
            }
          },
          "required": [
            "severity",
            "code",
            "message",
            "place"
          ],
          "additionalProperties": false
        }
      }
    },
    "required": [
      "format",
      "counts",
      "definitions",
      "files",
      "diagnostics"
    ],
    "additionalProperties": false,
    "$defs": {
      "place": {
        "type": "object",
        "title": "MistakePlace",
        "description": "A place in a file. Lines and columns count from 1, columns in UTF-16 units.",
        "properties": {
          "file": {
            "type": "string",
            "description": "The path of the file from where the command ran, with /."
          },
          "line": {
            "type": "integer",
            "minimum": 1,
            "description": "The line."
          },
          "column": {
            "type": "integer",
            "minimum": 1,
            "description": "Where it begins."
          },
          "endColumn": {
            "type": "integer",
            "minimum": 2,
            "description": "The column after its last character on that line."
          },
          "text": {
            "type": "string",
            "description": "The line as it is written, what looks like a secret masked."
          }
        },
        "required": [
          "file",
          "line",
          "column",
          "endColumn",
          "text"
        ],
        "additionalProperties": false
      }
    }
  },
  "wire/assertion-body": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "AssertionBody",
    "description": "One check on the reply of an evaluation, as it is written.",
    "type": "object",
    "required": [
      "type"
    ],
    "discriminator": {
      "propertyName": "type"
    },
    "oneOf": [
      {
        "title": "ExactMatchAssertionBody",
        "description": "The reply is exactly this text.",
        "properties": {
          "type": {
            "const": "EXACT_MATCH",
            "description": "The reply is exactly this text."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValue": {
            "type": "string",
            "description": "The text to match."
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetValue"
        ]
      },
      {
        "title": "StartsWithAssertionBody",
        "description": "The reply begins with this text.",
        "properties": {
          "type": {
            "const": "STARTS_WITH",
            "description": "The reply begins with this text."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValue": {
            "type": "string",
            "description": "The text to begin with."
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetValue"
        ]
      },
      {
        "title": "ContainsAllAssertionBody",
        "description": "The reply holds every one of these texts.",
        "properties": {
          "type": {
            "const": "CONTAINS_ALL",
            "description": "The reply holds every one of these texts."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetValues"
        ]
      },
      {
        "title": "ContainsAnyAssertionBody",
        "description": "The reply holds at least one of these texts.",
        "properties": {
          "type": {
            "const": "CONTAINS_ANY",
            "description": "The reply holds at least one of these texts."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetValues"
        ]
      },
      {
        "title": "CostAssertionBody",
        "description": "The reply costs at most this.",
        "properties": {
          "type": {
            "const": "COST",
            "description": "The reply costs at most this."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/costThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetThreshold"
        ]
      },
      {
        "title": "LatencyAssertionBody",
        "description": "The reply takes at most this long.",
        "properties": {
          "type": {
            "const": "LATENCY",
            "description": "The reply takes at most this long."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/latencyThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "targetThreshold"
        ]
      },
      {
        "title": "ToolCalledAssertionBody",
        "description": "The reply calls this tool.",
        "properties": {
          "type": {
            "const": "TOOL_CALLED",
            "description": "The reply calls this tool."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "toolName"
        ]
      },
      {
        "title": "ToolCalledWithAssertionBody",
        "description": "The reply calls this tool with this argument.",
        "properties": {
          "type": {
            "const": "TOOL_CALLED_WITH",
            "description": "The reply calls this tool with this argument."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "argKeyName": {
            "$ref": "../parts.schema.json#/$defs/argKeyName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "type",
          "evaluationId",
          "toolName",
          "argKeyName"
        ]
      }
    ]
  },
  "wire/assertion": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Assertion",
    "description": "One check on the reply of an evaluation, as it is read.",
    "type": "object",
    "required": [
      "type"
    ],
    "discriminator": {
      "propertyName": "type"
    },
    "oneOf": [
      {
        "title": "ExactMatchAssertion",
        "description": "The reply is exactly this text.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "EXACT_MATCH",
            "description": "The reply is exactly this text."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValue": {
            "type": "string",
            "description": "The text to match."
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetValue"
        ]
      },
      {
        "title": "StartsWithAssertion",
        "description": "The reply begins with this text.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "STARTS_WITH",
            "description": "The reply begins with this text."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValue": {
            "type": "string",
            "description": "The text to begin with."
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetValue"
        ]
      },
      {
        "title": "ContainsAllAssertion",
        "description": "The reply holds every one of these texts.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "CONTAINS_ALL",
            "description": "The reply holds every one of these texts."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetValues"
        ]
      },
      {
        "title": "ContainsAnyAssertion",
        "description": "The reply holds at least one of these texts.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "CONTAINS_ANY",
            "description": "The reply holds at least one of these texts."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetValues": {
            "$ref": "../parts.schema.json#/$defs/targetValues"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "jsonPath": {
            "$ref": "../parts.schema.json#/$defs/jsonPath"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetValues"
        ]
      },
      {
        "title": "CostAssertion",
        "description": "The reply costs at most this.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "COST",
            "description": "The reply costs at most this."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/costThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetThreshold"
        ]
      },
      {
        "title": "LatencyAssertion",
        "description": "The reply takes at most this long.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "LATENCY",
            "description": "The reply takes at most this long."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "targetThreshold": {
            "$ref": "../parts.schema.json#/$defs/latencyThreshold"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "targetThreshold"
        ]
      },
      {
        "title": "ToolCalledAssertion",
        "description": "The reply calls this tool.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "TOOL_CALLED",
            "description": "The reply calls this tool."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "toolName"
        ]
      },
      {
        "title": "ToolCalledWithAssertion",
        "description": "The reply calls this tool with this argument.",
        "properties": {
          "id": {
            "$ref": "./common.schema.json#/$defs/id"
          },
          "type": {
            "const": "TOOL_CALLED_WITH",
            "description": "The reply calls this tool with this argument."
          },
          "evaluationId": {
            "type": "string",
            "minLength": 1,
            "description": "The id of its evaluation."
          },
          "toolName": {
            "$ref": "../parts.schema.json#/$defs/assertedToolName"
          },
          "argKeyName": {
            "$ref": "../parts.schema.json#/$defs/argKeyName"
          },
          "weight": {
            "$ref": "../parts.schema.json#/$defs/weight"
          },
          "ignoreCase": {
            "$ref": "../parts.schema.json#/$defs/ignoreCase"
          },
          "negate": {
            "$ref": "../parts.schema.json#/$defs/negate"
          }
        },
        "required": [
          "id",
          "type",
          "evaluationId",
          "toolName",
          "argKeyName"
        ]
      }
    ]
  },
  "wire/common": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Parts of what the service speaks",
    "$defs": {
      "id": {
        "type": "string",
        "minLength": 1,
        "description": "The id, given by the service."
      },
      "block": {
        "type": "object",
        "description": "One piece of a message: text, an image, a tool call or a tool result.",
        "required": [
          "type"
        ],
        "discriminator": {
          "propertyName": "type"
        },
        "oneOf": [
          {
            "title": "TextBlock",
            "properties": {
              "type": {
                "const": "TEXT",
                "description": "A piece of text."
              },
              "text": {
                "type": "string",
                "description": "The text."
              }
            },
            "required": [
              "type",
              "text"
            ]
          },
          {
            "title": "ImageBlock",
            "properties": {
              "type": {
                "const": "IMAGE_BASE64",
                "description": "An image."
              },
              "imageBase64": {
                "type": "string",
                "description": "The image data in base64."
              },
              "mediaType": {
                "$ref": "../parts.schema.json#/$defs/mediaType"
              }
            },
            "required": [
              "type",
              "imageBase64",
              "mediaType"
            ]
          },
          {
            "title": "ToolCallBlock",
            "properties": {
              "type": {
                "const": "TOOL_CALL",
                "description": "A call of a tool by the model."
              },
              "toolCall": {
                "$ref": "#/$defs/toolCall"
              }
            },
            "required": [
              "type",
              "toolCall"
            ]
          },
          {
            "title": "ToolResultBlock",
            "properties": {
              "type": {
                "const": "TOOL_RESULT",
                "description": "What a tool answered."
              },
              "toolCallId": {
                "$ref": "../parts.schema.json#/$defs/toolCallId"
              },
              "result": {
                "type": "string",
                "description": "What the tool answered, as text."
              }
            },
            "required": [
              "type",
              "toolCallId",
              "result"
            ]
          }
        ],
        "title": "Block"
      },
      "toolCall": {
        "type": "object",
        "description": "A call the model made.",
        "properties": {
          "toolCallId": {
            "$ref": "../parts.schema.json#/$defs/toolCallId"
          },
          "type": {
            "$ref": "../parts.schema.json#/$defs/functionType"
          },
          "function": {
            "type": "object",
            "description": "The function that was called.",
            "properties": {
              "name": {
                "$ref": "../parts.schema.json#/$defs/calledName"
              },
              "arguments": {
                "type": "string",
                "description": "The arguments as JSON text, as the model wrote it; not always valid JSON."
              }
            },
            "required": [
              "name",
              "arguments"
            ]
          }
        },
        "required": [
          "toolCallId",
          "type",
          "function"
        ],
        "title": "ToolCall"
      },
      "content": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/block"
        },
        "description": "What is said, in order."
      },
      "message": {
        "type": "object",
        "title": "Message",
        "description": "One message of the conversation.",
        "properties": {
          "role": {
            "$ref": "../parts.schema.json#/$defs/role"
          },
          "content": {
            "$ref": "#/$defs/content"
          }
        },
        "required": [
          "role",
          "content"
        ]
      },
      "promptMessage": {
        "type": "object",
        "title": "PromptMessage",
        "description": "A message as it is written: with an id of the writer's choice.",
        "properties": {
          "promptMessageId": {
            "type": "string",
            "description": "An id for the message, chosen by who writes it."
          },
          "role": {
            "$ref": "../parts.schema.json#/$defs/role"
          },
          "content": {
            "$ref": "#/$defs/content"
          }
        },
        "required": [
          "promptMessageId",
          "role",
          "content"
        ]
      },
      "modelParameters": {
        "title": "ModelParameters",
        "description": "The model and all of its settings.",
        "allOf": [
          {
            "$ref": "../parts.schema.json#/$defs/modelParameters"
          }
        ],
        "required": [
          "provider",
          "name",
          "responseFormat",
          "temperature",
          "topP",
          "topK",
          "frequencyPenalty",
          "presencePenalty",
          "maxTokens",
          "seed",
          "toolChoice",
          "stream",
          "parallelToolCalls"
        ]
      }
    }
  },
  "wire/completion": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Completion",
    "description": "The reply of a model, and what it took.",
    "type": "object",
    "properties": {
      "provider": {
        "$ref": "../parts.schema.json#/$defs/provider"
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/modelName"
      },
      "stats": {
        "type": "object",
        "title": "CompletionStats",
        "description": "What the reply took.",
        "properties": {
          "inputTokenCount": {
            "type": "number",
            "description": "Tokens read, cached ones included."
          },
          "outputTokenCount": {
            "type": "number",
            "description": "Tokens written."
          },
          "latency": {
            "type": "number",
            "description": "Milliseconds from the request to the provider to its whole reply."
          },
          "cost": {
            "type": "number",
            "description": "US dollars; 0 where no price is known."
          }
        },
        "required": [
          "inputTokenCount",
          "outputTokenCount",
          "latency",
          "cost"
        ]
      },
      "message": {
        "$ref": "./common.schema.json#/$defs/message"
      }
    },
    "required": [
      "provider",
      "name",
      "stats",
      "message"
    ]
  },
  "wire/delete-result": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "DeleteResult",
    "type": "object",
    "description": "The answer to a delete.",
    "properties": {
      "success": {
        "type": "boolean",
        "description": "Whether it was deleted."
      }
    }
  },
  "wire/error": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "ErrorBody",
    "type": "object",
    "description": "Every failure.",
    "properties": {
      "error": {
        "type": "string",
        "description": "What went wrong, for a person."
      }
    },
    "required": [
      "error"
    ]
  },
  "wire/evaluation-body": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "EvaluationBody",
    "description": "An evaluation, as it is written.",
    "type": "object",
    "properties": {
      "promptId": {
        "type": "string",
        "minLength": 1,
        "description": "The id of its prompt."
      },
      "appendedMessages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "Messages added after the prompt's own."
      },
      "variables": {
        "$ref": "../parts.schema.json#/$defs/variableValues"
      },
      "weight": {
        "$ref": "../parts.schema.json#/$defs/weight"
      },
      "threshold": {
        "$ref": "../parts.schema.json#/$defs/threshold"
      }
    },
    "required": [
      "promptId",
      "appendedMessages",
      "variables"
    ]
  },
  "wire/evaluation": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Evaluation",
    "description": "An evaluation, as it is read.",
    "type": "object",
    "properties": {
      "id": {
        "$ref": "./common.schema.json#/$defs/id"
      },
      "promptId": {
        "type": "string",
        "minLength": 1,
        "description": "The id of its prompt."
      },
      "appendedMessages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "Messages added after the prompt's own."
      },
      "variables": {
        "$ref": "../parts.schema.json#/$defs/variableValues"
      },
      "weight": {
        "$ref": "../parts.schema.json#/$defs/weight"
      },
      "threshold": {
        "$ref": "../parts.schema.json#/$defs/threshold"
      }
    },
    "required": [
      "id",
      "promptId",
      "appendedMessages",
      "variables"
    ]
  },
  "wire/model-parameters-response": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "ModelParametersResponse",
    "description": "A rendered prompt, as its provider takes it.",
    "type": "object",
    "properties": {
      "provider": {
        "enum": [
          "anthropic",
          "openai"
        ],
        "description": "The provider, in lower case."
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/modelName"
      },
      "parameters": {
        "type": "object",
        "description": "The request in the provider's own shape.",
        "additionalProperties": true
      }
    },
    "required": [
      "provider",
      "name",
      "parameters"
    ]
  },
  "wire/prompt-body": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "PromptBody",
    "description": "A prompt, as it is written.",
    "type": "object",
    "properties": {
      "name": {
        "$ref": "../parts.schema.json#/$defs/promptName"
      },
      "parameters": {
        "$ref": "./common.schema.json#/$defs/modelParameters"
      },
      "messages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/promptMessage"
        },
        "description": "The messages, in order."
      },
      "tools": {
        "type": "array",
        "description": "The tools, by id.",
        "items": {
          "type": "object",
          "description": "A reference to a tool.",
          "properties": {
            "toolId": {
              "type": "string",
              "minLength": 1,
              "description": "The id of the tool."
            }
          },
          "required": [
            "toolId"
          ]
        }
      }
    },
    "required": [
      "name",
      "parameters",
      "messages",
      "tools"
    ]
  },
  "wire/prompt": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Prompt",
    "description": "A prompt, as it is read.",
    "type": "object",
    "properties": {
      "id": {
        "$ref": "./common.schema.json#/$defs/id"
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/promptName"
      },
      "parameters": {
        "$ref": "./common.schema.json#/$defs/modelParameters"
      },
      "messages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "The messages, in order, variables not replaced."
      },
      "tools": {
        "type": "array",
        "items": {
          "$ref": "./tool.schema.json"
        },
        "description": "The tools, whole."
      }
    },
    "required": [
      "id",
      "name",
      "parameters",
      "messages",
      "tools"
    ]
  },
  "wire/run-body": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "RunBody",
    "description": "What a prompt is rendered or run with. Everything may be left out.",
    "type": "object",
    "properties": {
      "variables": {
        "$ref": "../parts.schema.json#/$defs/variableValues"
      },
      "overrideMessages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "Messages in place of the prompt's own."
      },
      "appendMessages": {
        "type": "array",
        "items": {
          "$ref": "./common.schema.json#/$defs/message"
        },
        "description": "Messages added after the prompt's own, or after those in their place."
      },
      "user": {
        "type": "string",
        "description": "Identifies the end-user to the provider, to help it detect abuse."
      }
    }
  },
  "wire/tool-body": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "ToolBody",
    "description": "A tool, as it is written.",
    "type": "object",
    "properties": {
      "name": {
        "$ref": "../parts.schema.json#/$defs/toolName"
      },
      "description": {
        "type": "string",
        "description": "What the tool does; the model decides by it when and how to call."
      },
      "parameters": {
        "$ref": "../parts.schema.json#/$defs/toolParameters"
      }
    },
    "required": [
      "name",
      "description",
      "parameters"
    ]
  },
  "wire/tool": {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Tool",
    "description": "A tool, as it is read.",
    "type": "object",
    "properties": {
      "id": {
        "$ref": "./common.schema.json#/$defs/id"
      },
      "name": {
        "$ref": "../parts.schema.json#/$defs/toolName"
      },
      "description": {
        "type": "string",
        "description": "What the tool does; the model decides by it when and how to call."
      },
      "parameters": {
        "$ref": "../parts.schema.json#/$defs/toolParameters"
      }
    },
    "required": [
      "id",
      "name",
      "description",
      "parameters"
    ]
  }
};
