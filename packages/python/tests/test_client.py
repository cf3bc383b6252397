"""Requests, retries and errors, against a server that answers as a script says."""

import datetime
import gzip
import inspect
import json
import unittest

from barograph import BarographError, Client
from barograph._operations import ROUTES
from barograph._transport import retry_after_of
from stub import Stub

JSON = {"content-type": "application/json; charset=utf-8"}
UTC = datetime.timezone.utc


def answer(body, status=200, **headers):
    return status, {**JSON, **{name.replace("_", "-"): value for name, value in headers.items()}}, json.dumps(body).encode()


def refusal(code, status, **rest):
    headers = {"retry_after": rest.pop("retry_after")} if "retry_after" in rest else {}
    return answer({"detail": {"error": code, "message": "No.", **rest}}, status, **headers)


class Requests(unittest.TestCase):
    def test_every_operation_is_a_method_with_the_parameters_of_its_route(self):
        client = Client("http://127.0.0.1:1")
        self.assertGreater(len(ROUTES), 150)
        for operation, route in ROUTES.items():
            first, *rest = operation.split(".")
            method = getattr(getattr(client, first), "_".join(rest)) if rest else getattr(client, first)
            names = [name.rstrip("_") for name in inspect.signature(method).parameters]
            self.assertEqual(sorted(names), sorted([*route.places, *route.query, *route.body]), operation)
            self.assertIn("Access: ", method.__doc__, operation)

    def test_values_stand_in_the_address_as_the_service_reads_them(self):
        with Stub(answer({})) as stub:
            client = Client(stub.url + "/", key="bg_test")
            moment = datetime.datetime(2026, 3, 1, 14, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
            client.indicators.signum_symbol("BTC/USDT", h4=True, intraday=None)
            client.regimes.history(from_=moment, to=datetime.date(2026, 4, 1), fields=["name", "start"])
            client.auth.keys_create(email="you@example.org")
        (_, first, headers, _), (_, second, _, _), (method, third, _, body) = stub.asked
        self.assertEqual(first, "/api/v1/indicators/signum-rgg/BTC%2FUSDT?h4=true")
        self.assertEqual(headers["x-api-key"], "bg_test")
        self.assertIn("from=2026-03-01T12%3A30%3A00Z&to=2026-04-01", second)
        self.assertIn("fields=name%2Cstart", second)
        self.assertEqual((method, third, json.loads(body)), ("POST", "/api/v1/auth/keys", {"email": "you@example.org"}))

    def test_faults_of_the_program_are_type_errors_that_name_what_is_near(self):
        client = Client("http://127.0.0.1:1")
        with self.assertRaisesRegex(TypeError, "quant.markt.*did you mean quant.market"):
            client.call("quant.markt")
        with self.assertRaisesRegex(TypeError, '"parameter" expected one.*horizn.*horizon'):
            client.call("quant.market", horizn="4h")
        with self.assertRaisesRegex(TypeError, '"symbol" expected in the path'):
            client.call("indicators.signum_symbol")
        with self.assertRaisesRegex(TypeError, "time zone"):
            client.regimes.history(from_=datetime.datetime(2026, 3, 1))
        with self.assertRaisesRegex(ValueError, "https://"):
            Client("file:///etc/passwd")

    def test_answers_are_read_by_their_type(self):
        packed = gzip.compress(b'{"count": 1}')
        answers = [
            (200, {**JSON, "content-encoding": "gzip", "x-request-id": "r1"}, packed),
            (200, {"content-type": "text/csv; charset=utf-8"}, "a,b\n1,é\n".encode()),
            (200, {"content-type": "application/vnd.apache.parquet"}, b"PAR1"),
            (200, JSON, b""),
            (200, JSON, b"{"),
        ]
        with Stub(*answers) as stub:
            client = Client(stub.url)
            reply = client.indicators.signum()
            self.assertEqual((reply, reply.meta.request_id, reply.meta.attempts), ({"count": 1}, "r1", 1))
            self.assertEqual(client.indicators.signum(format="csv"), "a,b\n1,é\n")
            self.assertEqual(client.indicators.signum(format="parquet"), b"PAR1")
            self.assertIsNone(client.health.head())
            with self.assertRaises(BarographError) as caught:
                client.health.get()
            self.assertEqual(caught.exception.code, "malformed")

    def test_the_key_is_not_sent_to_another_address(self):
        with Stub(answer({"stolen": True})) as other, Stub((302, {"location": f"{other.url}/x"}, b"")) as stub:
            with self.assertRaises(BarographError) as caught:
                Client(stub.url, key="bg_test").health.get()
            self.assertEqual((caught.exception.status, other.asked), (302, []))


class Retries(unittest.TestCase):
    def call(self, *answers, post=False, **options):
        waits = []
        with Stub(*answers) as stub:
            client = Client(stub.url, sleep=waits.append, **options)
            try:
                outcome = client.auth.keys_create(email="you@example.org") if post else client.health.get()
            except BarographError as error:
                outcome = error
        return outcome, waits, len(stub.asked)

    def test_waits_as_long_as_the_service_asks(self):
        outcome, waits, asked = self.call(refusal("rate_limited", 429, retry_after="7"), answer({"status": "ok"}))
        self.assertEqual((outcome["status"], outcome.meta.attempts, waits, asked), ("ok", 2, [7.0], 2))

    def test_waits_grow_where_the_service_names_none(self):
        outcome, waits, asked = self.call((502, {}, b"<html>"), (502, {}, b""), answer({}), retries=2)
        self.assertEqual((outcome.meta.attempts, asked), (3, 3))
        self.assertTrue(0.25 <= waits[0] <= 0.5 <= waits[1] <= 1, waits)

    def test_ends_with_the_error_of_the_last_attempt(self):
        outcome, waits, asked = self.call(refusal("warming_up", 503, retry_after="1"), retries=1)
        self.assertEqual((outcome.code, outcome.attempts, outcome.retry_after, asked), ("warming_up", 2, 1.0, 2))

    def test_does_not_take_a_wait_beyond_the_longest(self):
        outcome, waits, asked = self.call(refusal("daily_limit", 429, retry_after="3600"), answer({}))
        self.assertEqual((outcome.code, waits, asked), ("daily_limit", [], 1))
        self.assertIn("retry after 3600 s", str(outcome))

    def test_sends_what_changes_something_once(self):
        outcome, waits, asked = self.call(refusal("warming_up", 503, retry_after="1"), answer({}), post=True)
        self.assertEqual((outcome.code, waits, asked), ("warming_up", [], 1))

    def test_repeats_what_nothing_answered(self):
        waits = []
        with self.assertRaises(BarographError) as caught:
            Client("http://127.0.0.1:1", sleep=waits.append).health.get()
        self.assertEqual((caught.exception.code, caught.exception.attempts, len(waits)), ("unreachable", 3, 2))

    def test_reads_a_date_as_a_wait(self):
        date = {"retry-after": "Sun, 01 Mar 2026 12:00:30 GMT"}
        now = datetime.datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()
        self.assertEqual(retry_after_of(date, now), 30)
        self.assertEqual(retry_after_of(date, now + 60), 0)
        self.assertIsNone(retry_after_of({"retry-after": "soon"}, now))
        self.assertIsNone(retry_after_of({}, now))


class Errors(unittest.TestCase):
    def refused(self, scripted):
        with Stub(scripted) as stub:
            with self.assertRaises(BarographError) as caught:
                Client(stub.url, retries=0).indicators.signum()
        return caught.exception

    def test_carry_code_message_and_hints(self):
        error = self.refused(refusal("unknown_symbol", 404, suggestions=["BTC", "ETH"], accepted=[]))
        self.assertEqual((error.code, error.message, error.status), ("unknown_symbol", "No.", 404))
        self.assertEqual(error.hints, ["did you mean: BTC, ETH"])
        self.assertEqual(str(error), "unknown_symbol (404): No.; did you mean: BTC, ETH")
        tier = self.refused(refusal("tier_too_low", 403, required_tier="pro", pricing_url="/pricing"))
        self.assertEqual(tier.hints, ["needs a key of tier pro", "prices: /pricing"])

    def test_name_each_refused_parameter(self):
        faults = [{"loc": ["query", "limit"], "msg": "expected 1 or more", "type": "range"}]
        error = self.refused(answer({"detail": faults}, 422))
        self.assertEqual((error.code, error.message), ("invalid_parameters", "query.limit: expected 1 or more"))
        self.assertEqual(error.faults, faults)

    def test_of_a_proxy_are_unknown(self):
        error = self.refused((404, {"content-type": "text/html"}, b"<html>"))
        self.assertEqual((error.code, error.status, error.hints), ("unknown_error", 404, []))


if __name__ == "__main__":
    unittest.main()
