//! The headers of every response.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

/// Nothing from other sites, nothing inline, no frames.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
    base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The same for the page, whose style sheet is inline and has this nonce.
pub(super) fn page_policy(nonce: &str) -> String {
    PAGE_POLICY.replace("style-src 'self'", &format!("style-src 'self' 'nonce-{nonce}'"))
}

/// Pictures may be embedded anywhere, and cannot run scripts.
const PICTURE_POLICY: &str = "default-src 'none'; sandbox";

/// Adds the security headers.
pub(crate) async fn add(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    protect(&mut response);
    response
}

/// The same for a response that does not come from a route.
pub(super) fn protect(response: &mut Response) {
    let headers = response.headers_mut();
    let is_picture =
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"image/"));
    let (policy, resources) = match is_picture {
        true => (PICTURE_POLICY, "cross-origin"),
        false => (PAGE_POLICY, "same-origin"),
    };
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(policy));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Browsers let workers share memory only if the page and its workers have these two headers.
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static(resources));
    let features = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
    headers.insert("permissions-policy", HeaderValue::from_static(features));
    if !is_picture {
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    // Responses are not cached unless they say so.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
