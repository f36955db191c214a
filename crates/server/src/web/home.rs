//! The home page as HTML, so that browsers show it before any script has run.

use strata_api::escape;
use strata_rules::{GameEntry, GameInfo};

const NUMBERS: [&str; 10] =
    ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/// The heading and a card for each game. Invitations need a server.
pub(super) fn home(games: &[GameEntry], has_server: bool) -> String {
    let count =
        NUMBERS.get(games.len()).map_or_else(|| games.len().to_string(), |&word| word.into());
    let cards: String = games.iter().map(|entry| card(entry.info, has_server)).collect();
    format!(
        r#"<div class="hero"><h1>{count} abstract games</h1>
<p>No dice, no hidden cards. Play against a bot or a friend, then review the game with the engine.</p></div>
<div class="cards">{cards}</div>"#
    )
}

fn card(info: &GameInfo, has_server: bool) -> String {
    let [id, name, author, summary] = [info.id, info.name, info.author, info.summary].map(escape);
    let year = info.year;
    let link = |class: &str, path: &str, meaning: &str, text: &str| {
        format!(r#"<a{class} href="{path}" aria-label="{name}: {meaning}">{text}</a>"#)
    };
    let button = |class: &str, with: &str, text: &str| {
        let class = format!(r#" class="button{class}""#);
        link(&class, &format!("new/{id}?with={with}"), &text.to_lowercase(), text)
    };
    let play = button(" primary", "bot", "Play a bot");
    let invite = if has_server { button("", "friend", "Invite a friend") } else { String::new() };
    let links = [
        (format!("new/{id}?with=screen"), "Same device"),
        (format!("new/{id}?with=bots"), "Watch bots"),
        (format!("learn/{id}"), "Learn"),
        (format!("analysis/{id}"), "Analyse"),
        (format!("rules/{id}"), "Rules"),
    ];
    let links: String = links.iter().map(|(path, text)| link("", path, text, text)).collect();
    format!(
        r#"
<article class="card" data-game="{id}">
<a href="new/{id}" class="picture-link" tabindex="-1" aria-hidden="true"><img alt="" width="320" height="320" class="card-picture"></a>
<div class="card-text"><h2>{name}</h2><p class="byline">{author}, {year}</p><p>{summary}</p>
<div class="buttons">{play}{invite}</div>
<p class="links">{links}</p></div></article>"#
    )
}
