"""Keeps analyses short: the longest that the document allows would take two minutes each."""

import schemathesis


@schemathesis.hook("map_body").apply_to(path="/api/analysis")
def shorten_analysis(context, body):
    if isinstance(body, dict):
        seconds = body.get("seconds", 30)
        is_valid = seconds is None or (isinstance(seconds, (int, float)) and 0.1 <= seconds <= 120)
        if is_valid and not isinstance(seconds, bool):
            body = {**body, "seconds": 0.1}
    return body
