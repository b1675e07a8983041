//! Enums whose values have names.

/// An enum whose values have names: `ALL` of them in their order, what each is called, and, where they are called by
/// `name`, the value `from_name`.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $visible:vis enum $type:ident by name { $($values:tt)* }) => {
        $crate::named! { @ $(#[$about])* $visible enum $type by name { $($values)* } }

        impl $type {
            /// The value of a name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
    ($(#[$about:meta])* $visible:vis enum $type:ident by $called:ident { $($values:tt)* }) => {
        $crate::named! { @ $(#[$about])* $visible enum $type by $called { $($values)* } }
    };
    (@ $(#[$about:meta])* $visible:vis enum $type:ident by $called:ident {
        $($(#[$of_value:meta])* $value:ident $name:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $visible enum $type { $($(#[$of_value])* $value,)* }

        impl $type {
            /// What they are called, in their order.
            pub const NAMES: [&str; [$($name),*].len()] = [$($name),*];

            /// All of them, in their order.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$value),*];

            /// What it is called.
            pub fn $called(self) -> &'static str {
                match self { $($type::$value => $name,)* }
            }
        }
    };
}
