"""A conforming worker with Python's standard library: python3 worker.py"""

import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MAX_BYTES = 65536


def investigate(question):
    """Your work goes here. What you cannot decide is INVALID."""
    if "Unicode Standard" in question:
        evidence = "The Unicode Consortium dates version 16.0 to September 10, 2024, before 2025 began."
        return "YES", 0.97, evidence, ["https://www.unicode.org/versions/Unicode16.0.0/"]
    return "INVALID", 0, "I found nothing that decides this.", []


def resolve(fields):
    # A bool is an int to Python, but no market id.
    if type(fields.get("market_id")) is not int or not isinstance(fields.get("question"), str):
        return None
    if not isinstance(fields.get("context", ""), str) or type(fields.get("deadline", 0)) is not int:
        return None
    outcome, confidence, evidence, sources = investigate(fields["question"])
    reply = {"evidence": evidence, "sources": sources}
    # Decided by a number, and this worker reads none.
    if re.search(r"^source:(?!manual\s*$)", fields["question"], re.MULTILINE):
        outcome, confidence = "INVALID", 0
        reply["rule_check"] = {"observed_at": 0, "value": "0", "tier": 3, "result": outcome}
    return {"determination": outcome == "YES", "outcome": outcome, "confidence": confidence, **reply}


def defend(fields):
    challenges = fields.get("challenges")
    if not isinstance(challenges, list) or not all(isinstance(one, str) for one in challenges):
        return None
    return {"responses": ["My evidence names its source and date; another such source would change my mind."] * len(challenges)}


CARD = {
    "name": "Example worker",
    "description": "Answers market questions of CREsolver.",
    "version": "1.0.0",
    "supportedInterfaces": [
        {"url": "http://127.0.0.1:4001/a2a", "protocolBinding": "urn:cresolver:agent-protocol:1", "protocolVersion": "1.0"}
    ],
    "capabilities": {},
    "defaultInputModes": ["application/json"],
    "defaultOutputModes": ["application/json"],
    "skills": [
        {"id": "resolve-market", "name": "Resolve", "description": "Answers a market question.", "tags": ["resolve"]},
        {"id": "defend-resolution", "name": "Defend", "description": "Defends its answer.", "tags": ["challenge"]},
    ],
}
POSTS = {"/a2a/resolve": resolve, "/a2a/challenge": defend}
GETS = {"/health": {"status": "ok"}, "/.well-known/agent-card.json": CARD, "/.well-known/agent.json": CARD}


class Worker(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def send(self, status, value):
        # Sorted keys and no clock: the same request gives the same bytes.
        body = json.dumps(value, sort_keys=True, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        value = GETS.get(self.path)
        self.send(404 if value is None else 200, value or {"error": "There is no such place."})

    def do_POST(self):
        length = self.headers.get("content-length", "")
        size = int(length) if re.fullmatch(r"[0-9]{1,9}", length) else MAX_BYTES + 1
        body, left = b"", size
        # What is too long is read and forgotten, so that the caller gets to see why it was refused.
        while left > 0 and (chunk := self.rfile.read(min(left, MAX_BYTES))):
            left -= len(chunk)
            body = body + chunk if size <= MAX_BYTES else b""
        answer = POSTS.get(self.path)
        if answer is None:
            return self.send(404, {"error": "There is no such place."})
        if not self.headers.get("content-type", "").startswith("application/json"):
            return self.send(415, {"error": "Send JSON."})
        if size > MAX_BYTES:
            return self.send(413, {"error": f"Send at most {MAX_BYTES} bytes."})
        try:
            fields = json.loads(body)
        except (ValueError, RecursionError):
            fields = None
        reply = answer(fields) if isinstance(fields, dict) else None
        if reply is None:
            return self.send(400, {"error": "This is no request of the agent protocol."})
        self.send(200, reply)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4001"))), Worker)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
