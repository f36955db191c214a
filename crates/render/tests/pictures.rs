//! Both renderers, on positions that cover everything a scene can contain.

use strata_games::GAMES;
use strata_render::terminal::{Colours, Layout, StackView, TerminalStyle, draw, draw_with_layout};
use strata_render::{Mark, Theme, View, describe_square, png, svg};
use strata_rules::{AnyPosition, Piece, Square, Step, find_game, play_line};

fn position(game: &str, text: &str, moves: &str) -> Box<dyn AnyPosition> {
    let entry = find_game(GAMES, game).expect("a known game");
    let mut position = entry.read_position(text).expect("a good position");
    play_line(&mut *position, moves).expect("legal moves");
    position
}

fn staqs() -> Box<dyn AnyPosition> {
    let text = "size-4.blockades-1.players-4_nb3en-w2nr2e-nxng3-ennn_w_0-0-0-0_0-1-1-1";
    position("staqs", text, "a3a2")
}

/// A stack of three digits, which needs all of a large board.
fn tall() -> Box<dyn AnyPosition> {
    let empty = "eeeeeeeeee";
    let text = format!(
        "size-10.pieces-1_b99neeeeeeee-w2eeeeeeeee-{empty}-{empty}-{empty}-{empty}-{empty}-{empty}-{empty}-{empty}_b_0-0"
    );
    position("staqs", &text, "a10b10")
}

fn clusterfuss() -> Box<dyn AnyPosition> {
    position("clusterfuss", "size-4.pie-on_rbrb-brbr-rbrb-brbr_r_first", "a4b4 swap")
}

fn qawale() -> Box<dyn AnyPosition> {
    position("qawale", "std_nn.0.0.nn-0.0.0.0-0.0.0.0-nn.0.0.nn_l", "a1nne d4sss a4ess")
}

/// Light has just won with the four on rank 1.
fn won() -> Box<dyn AnyPosition> {
    position("qawale", "std_nnnd.nnd.0.nnd-0.0.0.n-0.0.0.0-l.l.l.0_l", "d3ss")
}

fn isaac() -> Box<dyn AnyPosition> {
    let text = "std_score_d_a1c1.f3f9_g5j5.d10g10_34320-42321_12-7_n";
    position("isaac", text, "f3=2")
}

fn all() -> [(&'static str, Box<dyn AnyPosition>); 6] {
    [
        ("staqs", staqs()),
        ("tall", tall()),
        ("clusterfuss", clusterfuss()),
        ("qawale", qawale()),
        ("won", won()),
        ("isaac", isaac()),
    ]
}

/// A view with one mark of each kind.
fn marked() -> View {
    let marks = [Mark::Source, Mark::Chosen, Mark::Target, Mark::Cursor];
    let marks = (0..).map(|file| Square::new(file, 0)).zip(marks).collect();
    View { marks, ..View::default() }
}

fn style(unicode: bool, roomy: bool) -> TerminalStyle {
    TerminalStyle { unicode, roomy, width: 100 }
}

#[test]
fn terminal_pictures() {
    for (name, position) in all() {
        let scene = position.scene();
        let draw = |view: &View, style| draw(&scene, position.info(), view, style).canvas;
        let flipped = View { flip: true, ..View::default() };
        insta::assert_snapshot!(
            format!("{name}.txt"),
            [
                draw(&View::default(), style(true, true)),
                draw(&flipped, style(true, false)),
                draw(&marked(), style(false, true)),
                draw(&marked(), style(false, false)),
            ]
            .map(|canvas| canvas.to_plain())
            .join("\n")
        );
    }
}

#[test]
fn large_terminal_pictures() {
    for (name, position) in all() {
        let scene = position.scene();
        let picture = |layout: &Layout, view: &View, unicode| {
            let focus = Square::new(0, 0);
            draw_with_layout(&scene, position.info(), view, layout, unicode, focus).canvas
        };
        let layout = Layout::choose(&scene, 150, 60);
        insta::assert_snapshot!(
            format!("{name}-large.txt"),
            [picture(&layout, &View::default(), true), picture(&layout, &marked(), false)]
                .map(|canvas| canvas.to_plain())
                .join("\n")
        );
    }
}

#[test]
fn pictures_have_the_size_of_their_layout_and_every_square_in_it() {
    for (name, position) in all() {
        let scene = position.scene();
        for (columns, rows) in [(22, 6), (40, 11), (56, 18), (90, 34), (170, 54)] {
            let layout = Layout::choose(&scene, columns, rows);
            assert!(layout.size.0 <= columns && layout.size.1 <= rows, "{name}: {layout:?}");
            let focus = Square::new(scene.width - 1, 0);
            let view = View::default();
            let picture = draw_with_layout(&scene, position.info(), &view, &layout, true, focus);
            let size = (picture.canvas.width(), picture.canvas.height());
            assert!(size.0 <= layout.size.0 && size.1 <= layout.size.1, "{name}: {size:?}");
            let boards = if matches!(layout.stacks, StackView::Board(_)) { 2 } else { 1 };
            let seen = layout.seen.0 * layout.seen.1;
            assert_eq!(picture.squares.len(), boards * seen, "{name}: {layout:?}");
            assert!(picture.squares.iter().any(|area| area.square == focus), "{name}: {layout:?}");
        }
    }
}

#[test]
fn marks_of_a_tile_are_at_its_ends_only() {
    let position = isaac();
    let tile = ["g5", "h5", "i5", "j5"].map(|name| name.parse().expect(name));
    let marks = tile.map(|square| (square, Mark::Target)).to_vec();
    let view = View { marks, ..View::default() };
    let text = draw(&position.scene(), position.info(), &view, style(false, false));
    let text = text.canvas.to_plain();
    assert!(text.contains("(L4)========(==)"), "{text}");
}

#[test]
fn coloured_pictures() {
    let position = qawale();
    let canvas = draw(&position.scene(), position.info(), &marked(), style(true, false)).canvas;
    for (name, colours) in
        [("16", Colours::Sixteen), ("256", Colours::Many), ("true", Colours::All)]
    {
        let text = canvas.to_text(colours).replace('\u{1b}', "ESC");
        insta::assert_snapshot!(format!("colours-{name}"), text);
    }
}

#[test]
fn ascii_pictures_contain_only_ascii() {
    for (name, position) in all() {
        let canvas = draw(&position.scene(), position.info(), &marked(), style(false, true)).canvas;
        assert!(canvas.to_plain().is_ascii(), "{name}");
    }
}

#[test]
fn pictures_fit_into_the_given_columns() {
    for (name, position) in all() {
        let style = TerminalStyle { unicode: true, roomy: position.scene().height <= 8, width: 80 };
        let canvas = draw(&position.scene(), position.info(), &View::default(), style).canvas;
        assert!(canvas.width() <= 80, "{name} is {} wide", canvas.width());
    }
}

#[test]
fn square_areas_match_the_rank_labels() {
    for (name, position) in all() {
        for flip in [false, true] {
            let view = View { flip, ..View::default() };
            let picture = draw(&position.scene(), position.info(), &view, style(true, true));
            let rank_names = |row: usize| -> String {
                picture.canvas.rows()[row].iter().take(2).map(|glyph| glyph.symbol).collect()
            };
            for area in &picture.squares {
                let named = rank_names(area.row);
                assert_eq!(named.trim(), (area.square.rank + 1).to_string(), "{name}");
                assert!(area.column + area.width <= picture.canvas.width(), "{name}");
            }
        }
    }
}

#[test]
fn board_only_picture_has_all_squares_and_no_panels() {
    for (name, position) in all() {
        let view = View { board_only: true, ..View::default() };
        let picture = svg::svg(&position.scene(), position.info(), &view);
        let squares = picture.matches("data-square=").count();
        assert_eq!(squares, position.scene().squares().count(), "{name}");
        for beside in ["class=\"side\"", "class=\"page\"", "to move"] {
            assert!(!picture.contains(beside), "{name}: {beside}");
        }
    }
}

#[test]
fn svg_pictures() {
    let theme = |name: &str| name.parse::<Theme>().expect(name);
    for (name, position) in all() {
        let scene = position.scene();
        let draw = |view: &View| svg::svg(&scene, position.info(), view);
        insta::assert_snapshot!(format!("{name}.svg"), draw(&marked()));
        let other_side =
            View { theme: theme("slate-dark-cb"), flip: true, from_above: true, ..View::default() };
        insta::assert_snapshot!(format!("{name}-from-above.svg"), draw(&other_side));
    }
}

#[test]
fn svg_pictures_of_every_material() {
    let position = staqs();
    for (name, theme) in Theme::ALL.into_iter().filter(|(_, theme)| !theme.colour_blind) {
        let view = View { theme, board_only: true, ..View::default() };
        let picture = svg::svg(&position.scene(), position.info(), &view);
        // Everything before the first square: the definitions and the empty board.
        let (board, _) = picture.split_once("<g class=\"square\"").expect("a square");
        insta::assert_snapshot!(format!("board-{name}.svg"), board);
    }
}

/// The references of a picture and the ids of its definitions.
fn references(picture: &str) -> (Vec<&str>, Vec<&str>) {
    let after = |start: &'static str, end: char| {
        picture.split(start).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    let used = after("href=\"", '"').chain(after("url(", ')')).collect();
    (used, after(" id=\"", '"').collect())
}

#[test]
fn svg_pictures_refer_only_to_their_own_definitions() {
    for (name, position) in all() {
        for from_above in [false, true] {
            let view = View { from_above, ..marked() };
            let picture = svg::svg(&position.scene(), position.info(), &view);
            for word in ["style=", "<style", "<script", "@import", "<filter", "<image"] {
                assert!(!picture.contains(word), "{name} contains {word}");
            }
            let (used, defined) = references(&picture);
            for reference in used {
                let id = reference.strip_prefix('#').expect("a reference within the picture");
                assert_eq!(defined.iter().filter(|known| **known == id).count(), 1, "{name}: {id}");
            }
            let squares = position.scene().cells.len();
            assert_eq!(picture.matches("data-square=").count(), squares, "{name}");
        }
    }
}

/// A page may show several pictures, and ids are shared by all of them.
#[test]
fn definitions_with_the_same_id_are_the_same_in_all_pictures() {
    let mut known = std::collections::BTreeMap::new();
    for (_, position) in all() {
        let angles = [false, true].into_iter();
        let views = angles.flat_map(|from_above| Theme::ALL.map(|(_, theme)| (from_above, theme)));
        for (from_above, theme) in views {
            let view = View { theme, from_above, ..View::default() };
            let picture = svg::svg(&position.scene(), position.info(), &view);
            let (definitions, _) = picture.split_once("</defs>").expect("definitions");
            let definitions = format!("{definitions}<");
            for definition in definitions.split(" id=\"").skip(1) {
                let (id, definition) = definition.split_once('"').expect("an id");
                let definition = definition.rsplit_once('<').map_or("", |(body, _)| body);
                let first = known.entry(id.to_owned()).or_insert_with(|| definition.to_owned());
                assert_eq!(*first, definition, "{id}");
            }
        }
    }
}

#[test]
fn every_stone_of_a_stack_is_drawn() {
    for (position, expected) in [(tall(), 102), (staqs(), 18), (qawale(), 11)] {
        let scene = position.scene();
        let heights = scene.cells.iter().map(|cell| match &cell.piece {
            Some(Piece::Tower { height, .. }) => usize::from(*height),
            Some(Piece::Stack(stones)) => stones.len(),
            Some(Piece::Checker(_)) => 1,
            _ => 0,
        });
        assert_eq!(heights.sum::<usize>(), expected);
        let picture = svg::svg(&scene, position.info(), &View::default());
        let (_, drawn) = picture.split_once("</defs>").expect("definitions");
        let single = drawn.matches("-stone").count();
        assert_eq!(drawn.matches("class=\"stone\"").count() + single, expected);
    }
}

#[test]
fn a_stack_never_reaches_the_middle_of_the_square_behind_it() {
    // The 100 stones stand on b10, the farthest rank, in front of b9 once the board is flipped.
    let position = tall();
    let view = View { flip: true, board_only: true, ..View::default() };
    let picture = svg::svg(&position.scene(), position.info(), &view);
    let piece = picture.split("data-on=\"b10\"").nth(1).expect("the stack");
    let number = |text: &str, start: &str| -> f32 {
        let rest = text.split(start).nth(1).expect(start);
        let end = rest.find(['"', ' ', ')']).expect("an end");
        rest[..end].parse().expect("a number")
    };
    let top = piece.split("-capB").nth(1).expect("its top");
    // The upper side is 32 high, around this point; the middle of the square is at 0.
    assert!(number(top, "y=\"") - 16.0 > -64.0, "{top}");
}

#[test]
fn single_stones_have_no_number_and_higher_stacks_have_one() {
    let badges = |position: &dyn AnyPosition| {
        let view = View { board_only: true, ..View::default() };
        let picture = svg::svg(&position.scene(), position.info(), &view);
        let bold = picture.split("font-weight=\"bold\">").skip(1);
        bold.filter_map(|rest| rest.split('<').next().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(badges(&*staqs()), ["3", "3", "3"]);
    assert_eq!(badges(&*won()), ["4", "3", "3"]);
}

#[test]
fn tiles_show_their_length_and_their_value_as_pips() {
    let position = isaac();
    let scene = position.scene();
    let view = View { board_only: true, ..View::default() };
    let picture = svg::svg(&scene, position.info(), &view);
    let tiles: Vec<&str> = picture.split("class=\"tile\"").skip(1).collect();
    assert_eq!(tiles.len(), scene.tiles.len());
    for (drawn, tile) in tiles.into_iter().zip(&scene.tiles) {
        let (drawn, _) = drawn.split_once("</g>").expect("the end of the tile");
        assert!(drawn.contains(&format!(">{}</text>", tile.length())), "{drawn}");
        assert_eq!(Some(drawn.matches("<circle").count() as u32), tile.value, "{drawn}");
    }
}

#[test]
fn pictures_of_large_boards_stay_small() {
    let row = "n".repeat(10);
    let text = format!("size-10_{}_b_4-4", [row.as_str(); 10].join("-"));
    for (name, position) in all().into_iter().chain([("full", position("staqs", &text, ""))]) {
        let view = View { board_only: true, ..View::default() };
        let length = svg::svg(&position.scene(), position.info(), &view).len();
        assert!(length < 48 * 1024, "{name}: {length} bytes");
    }
}

#[test]
fn png_pictures_show_the_text_of_the_svg() {
    for (name, position) in all() {
        let picture = svg::svg(&position.scene(), position.info(), &View::default());
        let bytes = png(&picture, 0.5).expect(name);
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n", "{name}");
        let without_text: String =
            picture.lines().filter(|line| !line.starts_with("<text")).collect();
        assert_ne!(bytes, png(&without_text, 0.5).expect(name), "{name}: the text is not drawn");
    }
}

#[test]
fn png_rejects_invalid_and_oversized_pictures() {
    assert!(png("no picture", 1.0).is_err());
    let picture = svg::svg(&qawale().scene(), qawale().info(), &View::default());
    let error = png(&picture, 1000.0).expect_err("too large");
    assert!(error.to_string().starts_with("cannot draw a picture of"), "{error}");
}

#[test]
fn squares_are_described_in_words() {
    let words = |position: &dyn AnyPosition, square: &str| {
        let square = square.parse().expect(square);
        describe_square(&position.scene(), position.info(), square)
    };
    assert_eq!(words(&*staqs(), "b4"), "b4, Blue stack, height 3");
    assert_eq!(words(&*staqs(), "c4"), "c4, out of play");
    assert_eq!(words(&*staqs(), "b2"), "b2, blockade");
    assert_eq!(words(&*staqs(), "a4"), "a4, neutral piece");
    assert_eq!(words(&*clusterfuss(), "b4"), "b4, Red checker");
    assert_eq!(words(&*clusterfuss(), "a4"), "a4, empty");
    assert_eq!(words(&*qawale(), "b3"), "b3, stack of 2, bottom to top: Light, neutral");
    assert_eq!(words(&*qawale(), "b2"), "b2, one Light stone");
    let tile = "Light tile of 4 from g5 to j5, value 2 × 0 other tiles = 0";
    assert_eq!(words(&*isaac(), "g5"), format!("g5, {tile}, Dark 46, Light 53"));
    assert_eq!(words(&*isaac(), "h5"), format!("h5, {tile}, Dark 47, Light 52"));
    assert_eq!(words(&*isaac(), "e2"), "e2, Dark's counter at 14, Dark 14, Light 85");
    // The numbers matter only once the counters are on the board.
    let mut placing =
        find_game(GAMES, "isaac").expect("a known game").open([]).expect("options").start();
    play_line(&mut *placing, "g5j5").expect("a legal move");
    assert_eq!(words(&*placing, "g5"), "g5, Dark tile of 4 from g5 to j5");
}

#[test]
fn half_entered_moves_are_drawn() {
    let step = |name: &str| Step::Square(name.parse().expect(name));
    let start = find_game(GAMES, "isaac").expect("a known game").open([]).expect("options").start();
    for (position, chosen, expected) in [
        (qawale(), vec![step("d1"), step("c1")], "to put down n D D"),
        (isaac(), vec![step("g5")], "Light"),
        (start, vec![step("j10")], "Dark"),
    ] {
        let scene = position.preview(&chosen);
        for flip in [false, true] {
            let view = View { flip, ..marked() };
            let drawn = draw(&scene, position.info(), &view, style(true, true)).canvas;
            let text = drawn.to_plain();
            assert!(text.contains(expected), "{text}");
            svg::svg(&scene, position.info(), &view);
        }
    }
}

#[test]
fn half_entered_tiles_are_drawn_as_ghosts() {
    let step = |name: &str| Step::Square(name.parse().expect(name));
    let drawn = |position: &dyn AnyPosition, square: &str| {
        let scene = position.preview(&[step(square)]);
        let text = draw(&scene, position.info(), &View::default(), style(false, false));
        let words = describe_square(&scene, position.info(), square.parse().expect(square));
        let picture = svg::svg(&scene, position.info(), &View::default());
        (text.canvas.to_plain(), picture.matches("tile ghost").count(), words)
    };
    let (text, ghosts, words) = drawn(&*isaac(), "g5");
    assert!(text.contains(".   L4------------  50"), "{text}");
    assert_eq!(
        (ghosts, words.as_str()),
        (1, "g5, Light tile of 4 from g5 to j5, value 2 × 0 other tiles = 0, Dark 46, Light 53")
    );
    let start = find_game(GAMES, "isaac").expect("a known game").open([]).expect("options").start();
    let (text, ghosts, words) = drawn(&*start, "j10");
    assert!(text.contains("[D ]"), "{text}");
    assert_eq!((ghosts, words.as_str()), (1, "j10, one end of a Dark tile"));
}

#[test]
fn stones_in_hand_are_drawn_beside_the_board() {
    let step = |name: &str| Step::Square(name.parse().expect(name));
    let position = qawale();
    let discs = |chosen: &[Step]| {
        let picture = svg::svg(&position.preview(chosen), position.info(), &View::default());
        picture.matches(r#"r="8""#).count()
    };
    assert_eq!(discs(&[]), 0);
    assert_eq!(discs(&[step("d1"), step("c1")]), 3);
}
