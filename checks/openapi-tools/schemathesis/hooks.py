"""What Schemathesis cannot learn from the document. REGISTRY_URL is the address of the registry."""

import datetime
import json
import os
import threading
import unicodedata
import urllib.request

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation

with urllib.request.urlopen(os.environ["REGISTRY_URL"] + "/timezones", timeout=10) as answer:
    ZONE_NAMES = json.load(answer)
with urllib.request.urlopen(os.environ["REGISTRY_URL"] + "/changes", timeout=10) as answer:
    CURSOR = json.load(answer)["cursor"]

# Values of the document's own formats, which no JSON Schema can describe.

BIDI_CONTROLS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# Cc: controls; Cs: lone surrogates; Zl and Zp: line separators. Cn: a newer Unicode may give an unassigned character a
# decomposition.
FORBIDDEN = ("Cc", "Cs", "Zl", "Zp")
CHARACTERS = st.characters(exclude_categories=(*FORBIDDEN, "Cn"), exclude_characters=BIDI_CONTROLS)
# Letters and symbols that show nothing.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"


def in_nfc(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text)


def is_visible(text: str) -> bool:
    return any(unicodedata.category(character)[0] in "LNPS" for character in text if character not in BLANKS)


username = st.text(CHARACTERS, min_size=1, max_size=255).filter(in_nfc).filter(is_visible)
user_ids = st.lists(username.filter(lambda text: "," not in text), min_size=1, max_size=100).map(",".join)
TODAY = datetime.datetime.now()
YEAR_AGO, IN_A_YEAR = TODAY - datetime.timedelta(365), TODAY + datetime.timedelta(365)
own_path = st.text("abcdefghijklmnopqrstuvwxyz0123456789-_~/?#=&", max_size=50).map(
    lambda text: "/" + text.lstrip("/")
)


def has_two_characters(text: str) -> bool:
    composed = unicodedata.normalize("NFC", text)
    return sum(not unicodedata.category(character).startswith("M") for character in composed) >= 2


search_name = st.text(CHARACTERS, min_size=2, max_size=255).filter(has_two_characters)


def is_user_text(text: str) -> bool:
    categories = {unicodedata.category(character) for character in text}
    return categories.isdisjoint(FORBIDDEN) and set(text).isdisjoint(BIDI_CONTROLS) and in_nfc(text)


lower_case_zones = {name.lower() for name in ZONE_NAMES}

# Validators for the custom formats used in request bodies. A name that breaks the rule for user-text is refused or
# cleaned, depending on the caller, so such a body counts neither as valid nor as invalid.
TIME_ZONE = {"time-zone": lambda text: text.strip().lower() in lower_case_zones}
ALL_FORMATS = {**TIME_ZONE, "user-text": lambda text: is_user_text(text) and is_visible(text)}

schemathesis.openapi.format("user-text", username)
schemathesis.openapi.format("search-name", search_name)
schemathesis.openapi.format("user-ids", user_ids)
schemathesis.openapi.format("moment", st.datetimes(YEAR_AGO, IN_A_YEAR, timezones=st.just(datetime.UTC)).map(datetime.datetime.isoformat))
schemathesis.openapi.format("time-zone", st.sampled_from(ZONE_NAMES))
schemathesis.openapi.format("changes-cursor", st.sampled_from([CURSOR, "0-0", "a3-7"]))
schemathesis.openapi.format("own-path", own_path)


SPARE = {"name": "spare", "scopes": ["records:read"]}


def post(path: str, body: dict) -> dict:
    request = urllib.request.Request(
        os.environ["REGISTRY_URL"] + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Cookie": "__Host-session=" + os.environ["SESSION"]},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@schemathesis.deserializer("text/event-stream")
def read_stream(context, response):
    """The whole text, which the document describes; Schemathesis would compare each event with it."""
    return [response.content.decode()]


@schemathesis.hook
def filter_case(context, case):
    """Drops a case whose body Schemathesis labels wrongly. It cannot validate the document's custom formats: a value
    meant to violate one may conform, and one labelled valid may not.
    """
    body = case.meta and case.meta.components.get(ParameterLocation.BODY)
    schemas = [each.validation_schema for each in case.operation.body if each.media_type == case.media_type]
    if not body or len(schemas) != 1 or not isinstance(case.body, (dict, list)):
        return True
    formats = ALL_FORMATS if body.mode.is_positive else TIME_ZONE
    validator = jsonschema_rs.Draft202012Validator(schemas[0], validate_formats=True, formats=formats)
    return validator.is_valid(case.body) == body.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path in ("/logout", "/me/erase"):
        # They would end the session, which later requests need.
        case.cookies = {}
        kwargs.get("cookies", {}).clear()
    if case.path == "/set" and isinstance(case.body, dict):
        # Optional with a session, required with an API key: the document cannot distinguish the two.
        case.body = {"user_id": "1", "username": "nelly", **case.body}
    if case.path in ("/visibility", "/availability") and isinstance(case.body, dict):
        case.body = {"user_id": "1", **case.body}
    if case.path == "/keys/{id}":
        # A generated number could be the id of the key that later requests use.
        path = case.meta and case.meta.components.get(ParameterLocation.PATH)
        is_invalid = path and path.mode.is_negative
        case.path_parameters["id"] = "999999999999999" if is_invalid else str(post("/keys", SPARE)["id"])
    if case.path == "/events":
        # Schemathesis reads a stream until its first event, or until its timeout.
        threading.Timer(0.3, post, ("/set", {"timezone": "UTC"})).start()
    if case.path == "/me/sessions/{id}":
        # The list of sessions gives the id of the session that later requests need.
        case.path_parameters["id"] = "0" * 32
    if case.path == "/time" and "of" in (case.query or {}):
        # It needs a wall time.
        query = case.meta and case.meta.components.get(ParameterLocation.QUERY)
        if not query or query.mode.is_positive:
            case.query["at"] = TODAY.strftime("%Y-%m-%dT%H:%M")
    if case.path in ("/delete", "/availability") and case.method == "DELETE":
        case.query.setdefault("user_id", "1")
