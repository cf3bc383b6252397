"""A server that answers as its script says and remembers what it was asked."""

import http.server
import threading


class Stub:
    """Answers request after request with ``(status, headers, body)``; the last one again and again."""

    def __init__(self, *answers):
        self.asked = []
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("content-length") or 0)
                stub.asked.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, self.rfile.read(length)))
                status, headers, body = answers[min(len(stub.asked), len(answers)) - 1]
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = do_POST = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
