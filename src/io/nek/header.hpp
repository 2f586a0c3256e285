#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lobatto::io {

/// Where the values of a checkpoint of Neko stand: each component apart, of all elements in the
/// order of its mesh file. In a .chkp:
///   integers of 4 bytes: elements, dimensions, nodes along an edge, and the sum of 1 where older
///   velocities follow, 2 a scalar, 4 older times, 8 and 16 older right-hand sides
///   the time, 8 bytes; u, v, w, p; where they follow, u, v and w at two older times each; the
///   scalar
/// Those in HDF5 are read_neko_hdf5's.
struct NekoLayout {
  static constexpr std::size_t head = 24;  ///< bytes of a .chkp before its values
  std::vector<std::uintmax_t> begins;      ///< bytes before u, v, w, p and each scalar
  std::uintmax_t end = 0;                  ///< of the file
  std::vector<std::string> scalar_names;   ///< empty where the file has none
  bool is_swapped = false;                 ///< the byte order is not that of this machine
};

/// The head of a Nek5000 field file (<case>0.f00001), and with it where everything stands:
///   132 characters, this head
///   a real of 4 bytes, 6.54321, that tells the byte order
///   the number of each element, from 1, as an integer of 4 bytes
///   block after block; in a block element after element; of an element component after component,
///   each [n][n][n]
///   in 3-D the smallest and the largest value of each component, as reals of 4 bytes, in the same
///   order; some writers leave them out
/// Plane fields have elements of [1][n][n] nodes, and two components of X and U.
/// A time may be spread over several files, each with a part of the elements.
/// Blocks are X (coordinates), U (velocity), P (pressure), T (temperature), S01, S02, ... (further
/// scalars), in this order; each may be missing.
struct NekFieldHeader {
  static constexpr std::size_t length = 132;
  static constexpr std::size_t begin_of_numbers = length + 4;
  static constexpr float byte_order_mark = 6.54321F;

  int word_size = 4;  ///< bytes of a value, 4 or 8
  std::array<int, 3> n{};
  long long n_elements_here = 0;  ///< in this file
  long long n_elements = 0;       ///< in all files of this time
  double time = 0;
  long long step = 0;
  int file = 0, n_files = 1;
  std::vector<std::string> blocks;
  bool pressure_on_own_mesh = false;  ///< on fewer nodes, filled up to n^3
  std::optional<NekoLayout> neko;     ///< of a checkpoint of Neko

  [[nodiscard]] long long element_size() const { return 1LL * n[0] * n[1] * n[2]; }
  [[nodiscard]] bool is_plane() const { return n[2] == 1; }
  /// 3 for X and U, 2 in a plane, else 1.
  [[nodiscard]] int components(std::string_view block) const;
  [[nodiscard]] bool has(std::string_view block) const;
  /// Bytes of an element in a block.
  [[nodiscard]] std::uintmax_t row_bytes(std::string_view block) const;
  /// Where a block begins, in a checkpoint of Neko one of its components; the end of the last one
  /// for one that is missing.
  [[nodiscard]] std::uintmax_t begin_of(std::string_view block, int component = 0) const;
  /// The name that the file gives a block; the block itself where it gives none.
  [[nodiscard]] std::string name_of(std::string_view block) const;
  [[nodiscard]] std::uintmax_t end_of_values() const { return begin_of({}); }
  /// With the smallest and largest values.
  [[nodiscard]] std::uintmax_t end() const;
  /// "XUPTS02"
  [[nodiscard]] std::string code() const;
};

/// 3 for X and U, else 1.
int n_components(std::string_view block);
/// The block of scalar s, counted from 0: T, S01, S02, ...
std::string scalar_block(std::size_t s);
/// X, U, P, T and S01 to S99 where their order is that of the format and none is left out between
/// S01 and the last.
bool are_nek_blocks(const std::vector<std::string>& blocks);

/// True for names such as fluid00003.chkp.
bool is_neko_checkpoint_name(const std::filesystem::path& file);
/// The head of a checkpoint of Neko, from its first bytes, 24 or more, and its length, which tells
/// whether its values have 4 or 8 bytes. Throws base::Error that begins with `name`.
NekFieldHeader parse_neko_checkpoint(std::string_view bytes, std::uintmax_t length,
                                     const std::string& name);

/// The head as text, in the columns of the format.
std::string head_text(const NekFieldHeader& header);
/// The inverse; the text may be longer. Throws base::Error that begins with `name` where something
/// is wrong.
NekFieldHeader parse_nek_field_header(std::string_view text, const std::string& name);

/// The files of one time of which `file`, with this head, is one. Nek5000 numbers them from 0 with
/// as many digits as their count has, before the ending, x03.f00012, and where it writes each into
/// a folder of its own, in the name of that too: A03/x03.f00012. In the order of their numbers; the
/// file alone where it is the only one. Throws base::Error that names the file where its name does
/// not end with its number.
std::vector<std::filesystem::path> nek_parts(const std::filesystem::path& file,
                                             const NekFieldHeader& header);

/// True for a file of HDF5 that has what those of Neko have: the number Lx, and fields. Not
/// collective.
bool is_neko_hdf5(const std::filesystem::path& file);

/// The head of a checkpoint or a field file that Neko wrote in HDF5 (its src/io/hdf5_file.F90):
///   numbers Time and Lx, nodes along an edge; Mesh with Elements and Dimension
///   Fields/u, v, w, p and the scalars by their names, each [elements * Lx^3] in one piece, in the
///   order of the mesh file; older levels, ..._lag1 and abx1, aby2, ..., which count for nothing
/// The scalars become T, S01, ... in the order of their names. Not collective; throws base::Error
/// that names the file where it is damaged, or cannot be read in place.
NekFieldHeader read_neko_hdf5(const std::filesystem::path& file);

/// The head as text, for other ranks.
std::string text_of_neko_head(const NekFieldHeader& header);
bool is_text_of_neko_head(std::string_view text);
/// The inverse.
NekFieldHeader parse_neko_head(std::string_view text);

}  // namespace lobatto::io
