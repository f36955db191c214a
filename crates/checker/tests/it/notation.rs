//! Boards of the checker from the position texts of the fast rules.

use strata_checker::Board;

/// The board of a position text such as `size-3_rbr-brb-rbr_r`, seen from the player to move.
pub(crate) fn board(game: &str, text: &str) -> Board {
    let fields: Vec<&str> = text.split('_').collect();
    let ranks = fields[1].split('-').rev();
    match game {
        "clusterfuss" => clusterfuss(ranks, if fields[2] == "r" { "rb" } else { "br" }),
        "staqs" => {
            let mut hands: Vec<u8> =
                fields[3].split('-').map(|hand| hand.parse().expect("a number")).collect();
            let is_first = fields[2] == "b";
            if !is_first {
                hands.reverse();
            }
            let mut board = staqs(ranks, if is_first { "bw" } else { "wb" });
            board.extend(hands);
            board
        }
        _ => qawale(ranks, if fields[2] == "l" { "nld" } else { "ndl" }),
    }
}

/// `letters` are those of the player to move and of the other player.
fn clusterfuss<'a>(ranks: impl Iterator<Item = &'a str>, letters: &str) -> Board {
    let mut sets = [0_u64; 2];
    for (rank, symbols) in ranks.enumerate() {
        let mut file = 0;
        for symbol in symbols.chars() {
            match symbol.to_digit(10) {
                Some(gap) => file += gap as usize,
                None => {
                    sets[letters.find(symbol).expect("a colour")] |= 1 << (8 * rank + file);
                    file += 1;
                }
            }
        }
    }
    sets.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// `letters` are those of the player to move and of the other player.
fn staqs<'a>(ranks: impl Iterator<Item = &'a str>, letters: &str) -> Board {
    // The owner and the height of each square; neutral pieces have height 1.
    let mut squares: Vec<(u8, u8)> = Vec::new();
    for symbol in ranks.flat_map(str::chars) {
        match symbol {
            'e' => squares.push((0, 0)),
            'n' => squares.push((0, 1)),
            _ => match symbol.to_digit(10) {
                None => squares.push((letters.find(symbol).expect("a colour") as u8, 0)),
                Some(digit) => {
                    let (_, height) = squares.last_mut().expect("an owner before a height");
                    *height = 10 * *height + digit as u8;
                }
            },
        }
    }
    let square = |(owner, height)| if height < 2 { height } else { 2 * height + owner };
    squares.into_iter().map(square).collect()
}

/// `letters` are those of neutral stones, of the player to move and of the other player.
fn qawale<'a>(ranks: impl Iterator<Item = &'a str>, letters: &str) -> Board {
    let stone = |symbol: char| 1 + letters.find(symbol).expect("a stone") as u8;
    let mut board = Board::new();
    for stack in ranks.flat_map(|rank| rank.split('.')) {
        board.extend(stack.chars().filter(|symbol| *symbol != '0').map(stone));
        board.push(0);
    }
    board
}
