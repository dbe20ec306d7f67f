# A check: the agent found each order before it refunded it.
import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    found, missing = set(), []
    for call in request["reply"]["calls"]:
        order = json.loads(call["arguments"]).get("order")
        if call["name"] == "find_order":
            found.add(order)
        elif order not in found:
            missing.append(str(order))
    answer = {"id": request["id"], "pass": not missing}
    if missing:
        answer["reason"] = f"It refunds {', '.join(missing)} before it finds the order."
    print(json.dumps(answer))
