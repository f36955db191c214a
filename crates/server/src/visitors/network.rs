//! Visitors and the networks that they belong to.

use std::fmt;
use std::net::{AddrParseError, IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A visitor: an IPv4 address, or an IPv6 network of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor(IpAddr);

/// A network for which requests are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    /// A visitor of this network.
    pub(super) const fn visitor(self) -> Visitor {
        Visitor(self.address)
    }
}

/// The sizes of IPv6 networks, and how many times the limits of a visitor each of them has: one
/// person may own a whole network of 48 bits, and a provider has one of 32.
const IPV6_NETWORKS: [(u32, f64); 3] = [(32, 64.0), (48, 8.0), (64, 1.0)];
const IPV4_NETWORKS: [(u32, f64); 1] = [(32, 1.0)];

/// The first bits of an address.
fn cut(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    let rest = u128::BITS - bits;
    Ipv6Addr::from_bits(address.to_bits() >> rest << rest)
}

impl Visitor {
    /// Somebody at another server.
    pub(crate) const ELSEWHERE: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The networks of a visitor and their shares, the largest first.
    pub(super) fn networks(self) -> impl Iterator<Item = (Network, f64)> {
        let sizes: &[(u32, f64)] = if self.0.is_ipv4() { &IPV4_NETWORKS } else { &IPV6_NETWORKS };
        sizes.iter().map(move |(bits, share)| {
            let address = match self.0 {
                IpAddr::V6(v6) => IpAddr::V6(cut(v6, *bits)),
                v4 => v4,
            };
            (Network { address, bits: *bits }, *share)
        })
    }

    /// The network that is nobody else's.
    pub(super) fn own_network(self) -> Network {
        let bits = if self.0.is_ipv4() { 32 } else { 64 };
        Network { address: self.0, bits }
    }

    /// Different visitors for tests.
    #[cfg(test)]
    pub(crate) fn numbered(number: u8) -> Self {
        Self::from(IpAddr::from([10, 0, 0, number]))
    }
}

impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(cut(v6, 64)),
            v4 => v4,
        })
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Visitor {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, AddrParseError> {
        text.parse().map(|address: IpAddr| Self::from(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_network_of_64_bits_is_one_visitor() {
        let visitor = |text: &str| text.parse::<Visitor>().expect(text);
        assert_eq!(visitor("2001:db8::1"), visitor("2001:db8::ffff:1"));
        assert_ne!(visitor("2001:db8::1"), visitor("2001:db8:0:1::1"));
        assert_eq!(visitor("::ffff:10.0.0.1"), visitor("10.0.0.1"));
        assert_ne!(visitor("10.0.0.1"), visitor("10.0.0.2"));
        let networks = |text: &str| visitor(text).networks().map(|(network, _)| network).collect();
        let [a, b]: [Vec<_>; 2] = ["2001:db8:0:1::1", "2001:db8:0:2::1"].map(networks);
        assert_eq!((&a[..2], a.len()), (&b[..2], 3), "they share the larger networks");
        assert_ne!(a[2], b[2]);
    }
}
