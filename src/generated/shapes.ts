// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Shape } from "../engine/model/shape.ts";

/** The kinds that have a definition schema. */
export type KindName = "assertion" | "check" | "evaluation" | "prompt" | "tool";

/** How definitions of the kind assertion are normalized. */
export const assertionShape: Shape = {
  "form": "union",
  "tag": "type",
  "cases": {
    "EXACT_MATCH": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "EXACT_MATCH"
            ]
          }
        },
        "targetValue": {
          "shape": {
            "form": "text"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "STARTS_WITH": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "STARTS_WITH"
            ]
          }
        },
        "targetValue": {
          "shape": {
            "form": "text"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "CONTAINS_ALL": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "CONTAINS_ALL"
            ]
          }
        },
        "targetValues": {
          "shape": {
            "form": "list",
            "items": {
              "form": "value"
            }
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "CONTAINS_ANY": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "CONTAINS_ANY"
            ]
          }
        },
        "targetValues": {
          "shape": {
            "form": "list",
            "items": {
              "form": "value"
            }
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "COST": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "COST"
            ]
          }
        },
        "targetThreshold": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        }
      }
    },
    "LATENCY": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "LATENCY"
            ]
          }
        },
        "targetThreshold": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        }
      }
    },
    "TOOL_CALLED": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "TOOL_CALLED"
            ]
          }
        },
        "toolName": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        }
      }
    },
    "TOOL_CALLED_WITH": {
      "form": "object",
      "fields": {
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "TOOL_CALLED_WITH"
            ]
          }
        },
        "toolName": {
          "shape": {
            "form": "value"
          }
        },
        "argKeyName": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    }
  }
};

/** How definitions of the kind check are normalized. */
export const checkShape: Shape = {
  "form": "union",
  "tag": "type",
  "cases": {
    "MATCHES": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "MATCHES"
            ]
          }
        },
        "pattern": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "ignoreCase": {
          "shape": {
            "form": "value"
          },
          "default": false
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "JSON_SCHEMA": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "JSON_SCHEMA"
            ]
          }
        },
        "schema": {
          "shape": {
            "form": "jsonText",
            "file": true
          },
          "default": null
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "jsonPath": {
          "shape": {
            "form": "value"
          },
          "default": "$"
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "TOOL_CALLED": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "TOOL_CALLED"
            ]
          }
        },
        "toolName": {
          "shape": {
            "form": "value"
          }
        },
        "arguments": {
          "shape": {
            "form": "jsonText"
          }
        },
        "argumentsSchema": {
          "shape": {
            "form": "jsonText",
            "file": true
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "STOP_REASON": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "STOP_REASON"
            ]
          }
        },
        "is": {
          "shape": {
            "form": "value",
            "known": [
              "complete",
              "truncated",
              "refused",
              "filtered"
            ]
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "JUDGE": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "JUDGE"
            ]
          }
        },
        "prompt": {
          "shape": {
            "form": "value"
          }
        },
        "question": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        },
        "negate": {
          "shape": {
            "form": "value"
          },
          "default": false
        }
      }
    },
    "COMMAND": {
      "form": "object",
      "fields": {
        "name": {
          "shape": {
            "form": "value"
          }
        },
        "type": {
          "shape": {
            "form": "value",
            "known": [
              "COMMAND"
            ]
          }
        },
        "run": {
          "shape": {
            "form": "value"
          }
        },
        "runFiles": {
          "shape": {
            "form": "value"
          }
        },
        "weight": {
          "shape": {
            "form": "value"
          },
          "default": 1
        }
      }
    }
  }
};

/** How definitions of the kind evaluation are normalized. */
export const evaluationShape: Shape = {
  "form": "object",
  "fields": {
    "variables": {
      "shape": {
        "form": "value"
      },
      "default": {}
    },
    "appendedMessages": {
      "shape": {
        "form": "list",
        "items": {
          "form": "object",
          "fields": {
            "role": {
              "shape": {
                "form": "value",
                "known": [
                  "assistant",
                  "system",
                  "tool",
                  "user"
                ]
              }
            },
            "content": {
              "shape": {
                "form": "content",
                "items": {
                  "form": "union",
                  "tag": "type",
                  "cases": {
                    "TEXT": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TEXT"
                            ]
                          }
                        },
                        "text": {
                          "shape": {
                            "form": "text"
                          }
                        }
                      }
                    },
                    "IMAGE_BASE64": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "IMAGE_BASE64"
                            ]
                          }
                        },
                        "imageBase64": {
                          "shape": {
                            "form": "base64"
                          }
                        },
                        "mediaType": {
                          "shape": {
                            "form": "value"
                          }
                        }
                      }
                    },
                    "TOOL_CALL": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TOOL_CALL"
                            ]
                          }
                        },
                        "toolCall": {
                          "shape": {
                            "form": "object",
                            "fields": {
                              "toolCallId": {
                                "shape": {
                                  "form": "value"
                                }
                              },
                              "type": {
                                "shape": {
                                  "form": "value",
                                  "known": [
                                    "function"
                                  ]
                                }
                              },
                              "function": {
                                "shape": {
                                  "form": "object",
                                  "fields": {
                                    "name": {
                                      "shape": {
                                        "form": "value"
                                      }
                                    },
                                    "arguments": {
                                      "shape": {
                                        "form": "jsonText"
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    },
                    "TOOL_RESULT": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TOOL_RESULT"
                            ]
                          }
                        },
                        "toolCallId": {
                          "shape": {
                            "form": "value"
                          }
                        },
                        "result": {
                          "shape": {
                            "form": "text"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      },
      "default": []
    },
    "weight": {
      "shape": {
        "form": "value"
      },
      "default": 1
    },
    "threshold": {
      "shape": {
        "form": "value"
      },
      "default": 1
    }
  }
};

/** How definitions of the kind prompt are normalized. */
export const promptShape: Shape = {
  "form": "object",
  "fields": {
    "name": {
      "shape": {
        "form": "value"
      }
    },
    "tools": {
      "shape": {
        "form": "list",
        "set": true,
        "items": {
          "form": "value"
        }
      },
      "default": []
    },
    "parameters": {
      "shape": {
        "form": "object",
        "fields": {
          "provider": {
            "shape": {
              "form": "value",
              "known": [
                "ANTHROPIC",
                "OPENAI"
              ]
            }
          },
          "name": {
            "shape": {
              "form": "value"
            }
          },
          "responseFormat": {
            "shape": {
              "form": "value",
              "known": [
                "TEXT",
                "JSON"
              ]
            },
            "default": "TEXT"
          },
          "temperature": {
            "shape": {
              "form": "value"
            },
            "default": 1
          },
          "topP": {
            "shape": {
              "form": "value"
            },
            "default": 1
          },
          "topK": {
            "shape": {
              "form": "value"
            },
            "default": null
          },
          "frequencyPenalty": {
            "shape": {
              "form": "value"
            },
            "default": 0
          },
          "presencePenalty": {
            "shape": {
              "form": "value"
            },
            "default": 0
          },
          "maxTokens": {
            "shape": {
              "form": "value"
            },
            "default": null
          },
          "seed": {
            "shape": {
              "form": "value"
            },
            "default": null
          },
          "toolChoice": {
            "shape": {
              "form": "value"
            },
            "default": null
          },
          "stream": {
            "shape": {
              "form": "value"
            },
            "default": false
          },
          "parallelToolCalls": {
            "shape": {
              "form": "value"
            },
            "default": true
          },
          "options": {
            "shape": {
              "form": "object",
              "fields": {
                "responseSchema": {
                  "shape": {
                    "form": "json",
                    "ordered": true
                  }
                },
                "reasoningEffort": {
                  "shape": {
                    "form": "value",
                    "known": [
                      "none",
                      "minimal",
                      "low",
                      "medium",
                      "high",
                      "xhigh",
                      "max",
                      null
                    ]
                  }
                },
                "stopSequences": {
                  "shape": {
                    "form": "value"
                  }
                },
                "strictTools": {
                  "shape": {
                    "form": "value"
                  }
                },
                "api": {
                  "shape": {
                    "form": "value",
                    "known": [
                      "chat",
                      "responses",
                      null
                    ]
                  }
                },
                "extra": {
                  "shape": {
                    "form": "value"
                  }
                }
              },
              "sparse": true
            }
          }
        }
      }
    },
    "messages": {
      "shape": {
        "form": "list",
        "items": {
          "form": "object",
          "fields": {
            "role": {
              "shape": {
                "form": "value",
                "known": [
                  "assistant",
                  "system",
                  "tool",
                  "user"
                ]
              }
            },
            "content": {
              "shape": {
                "form": "content",
                "items": {
                  "form": "union",
                  "tag": "type",
                  "cases": {
                    "TEXT": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TEXT"
                            ]
                          }
                        },
                        "text": {
                          "shape": {
                            "form": "text"
                          }
                        }
                      }
                    },
                    "IMAGE_BASE64": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "IMAGE_BASE64"
                            ]
                          }
                        },
                        "imageBase64": {
                          "shape": {
                            "form": "base64"
                          }
                        },
                        "mediaType": {
                          "shape": {
                            "form": "value"
                          }
                        }
                      }
                    },
                    "TOOL_CALL": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TOOL_CALL"
                            ]
                          }
                        },
                        "toolCall": {
                          "shape": {
                            "form": "object",
                            "fields": {
                              "toolCallId": {
                                "shape": {
                                  "form": "value"
                                }
                              },
                              "type": {
                                "shape": {
                                  "form": "value",
                                  "known": [
                                    "function"
                                  ]
                                }
                              },
                              "function": {
                                "shape": {
                                  "form": "object",
                                  "fields": {
                                    "name": {
                                      "shape": {
                                        "form": "value"
                                      }
                                    },
                                    "arguments": {
                                      "shape": {
                                        "form": "jsonText"
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    },
                    "TOOL_RESULT": {
                      "form": "object",
                      "fields": {
                        "type": {
                          "shape": {
                            "form": "value",
                            "known": [
                              "TOOL_RESULT"
                            ]
                          }
                        },
                        "toolCallId": {
                          "shape": {
                            "form": "value"
                          }
                        },
                        "result": {
                          "shape": {
                            "form": "text"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
};

/** How definitions of the kind tool are normalized. */
export const toolShape: Shape = {
  "form": "object",
  "fields": {
    "name": {
      "shape": {
        "form": "value"
      }
    },
    "description": {
      "shape": {
        "form": "text"
      }
    },
    "parameters": {
      "shape": {
        "form": "json"
      }
    }
  }
};

/** The shape of each kind. */
export const shapes: { readonly [kind in KindName]: Shape } = {
  assertion: assertionShape,
  check: checkShape,
  evaluation: evaluationShape,
  prompt: promptShape,
  tool: toolShape,
};
