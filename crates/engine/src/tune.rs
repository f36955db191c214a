//! TEMPORARY: parameters from the environment.
macro_rules! tune {
    ($name:literal, $default:expr) => {{
        static VALUE: std::sync::OnceLock<i32> = std::sync::OnceLock::new();
        *VALUE.get_or_init(|| {
            std::env::var(concat!("T_", $name))
                .ok()
                .and_then(|v| v.parse().ok())
                .unwrap_or($default)
        })
    }};
}
pub(crate) use tune;
