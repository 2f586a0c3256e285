#include "io/nek/header.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

NekFieldHeader sample_header() {
  NekFieldHeader header;
  header.word_size = 8;
  header.n = {8, 8, 8};
  header.n_elements_here = header.n_elements = 512;
  header.time = -0.01234567890123;
  header.step = 1000;
  header.blocks = {"X", "U", "P", "T", "S01", "S02"};
  return header;
}

/// A head of the length of the format.
std::string padded(std::string text) {
  text.resize(NekFieldHeader::length, ' ');
  return text;
}

std::string refusal(const std::string& text) {
  return message_of<base::Error>([&] { parse_nek_field_header(text, "a0.f00001"); });
}

TEST(NekFieldHeader, IsWrittenInTheColumnsOfTheFormat) {
  // '#std',1x,i1,3(1x,i2),2(1x,i10),1x,e20.13,1x,i9,2(1x,i6),1x,10a,1pe15.7,1x,l1
  EXPECT_EQ(head_text(sample_header()),
            padded("#std 8  8  8  8        512        512 -1.2345678901230E-02      1000      0"
                   "      1 XUPTS02     0.0000000E+00 F"));
}

TEST(NekFieldHeader, IsReadAsItWasWritten) {
  const NekFieldHeader written = sample_header();
  const NekFieldHeader read = parse_nek_field_header(head_text(written), "a");
  EXPECT_EQ(read.word_size, written.word_size);
  EXPECT_EQ(read.n, written.n);
  EXPECT_EQ(read.n_elements_here, written.n_elements_here);
  EXPECT_EQ(read.n_elements, written.n_elements);
  EXPECT_NEAR(read.time, written.time, 1e-15);
  EXPECT_EQ(read.step, written.step);
  EXPECT_EQ(read.blocks, written.blocks);
  EXPECT_FALSE(read.pressure_on_own_mesh);
  EXPECT_EQ(read.code(), "XUPTS02");
}

TEST(NekFieldHeader, OfOtherWritersIsRead) {
  const std::string begin = "#std 4  6  6  6         12         12  0.1000000000000E+01        20";
  const auto blocks_of = [&](const std::string& rest) {
    return parse_nek_field_header(padded(begin + rest), "a").code();
  };
  EXPECT_EQ(blocks_of("      0      1 XUPTS01"), "XUPTS01");        // without a pressure
  EXPECT_EQ(blocks_of("      1      1 UPT       "), "UPT");         // numbers its files from 1
  EXPECT_EQ(blocks_of("      0      1 X U P T S 0 2"), "XUPTS02");  // blanks between
  EXPECT_EQ(blocks_of("      0      1 XUS00"), "XU");
  const std::string with_pressure = "      0      1 XUP         1.0000000E+05 T";
  const auto header = parse_nek_field_header(padded(begin + with_pressure), "a");
  EXPECT_EQ(header.code(), "XUP");
  EXPECT_TRUE(header.pressure_on_own_mesh);
}

TEST(NekFieldHeader, TellsWhereTheBlocksAre) {
  const NekFieldHeader h = sample_header();
  const std::uintmax_t head = 136 + 4 * 512, field = 512ULL * 512 * 8;
  EXPECT_EQ(h.begin_of("X"), head);
  EXPECT_EQ(h.begin_of("U"), head + 3 * field);
  EXPECT_EQ(h.begin_of("P"), head + 6 * field);
  EXPECT_EQ(h.begin_of("S02"), head + 9 * field);
  EXPECT_EQ(h.end_of_values(), head + 10 * field);
  EXPECT_EQ(h.end(), head + 10 * field + 10ULL * 512 * 2 * 4);
  EXPECT_EQ(h.row_bytes("U"), 3ULL * 512 * 8);
  EXPECT_EQ(h.row_bytes("S01"), 512ULL * 8);
}

TEST(NekFieldHeader, KnowsTheBlocksAndTheirOrder) {
  EXPECT_TRUE(are_nek_blocks({"X", "U", "P", "T", "S01", "S02"}));
  EXPECT_TRUE(are_nek_blocks({"U", "S01"}));
  EXPECT_TRUE(are_nek_blocks({"U", scalar_block(0), scalar_block(1)}));
  EXPECT_TRUE(are_nek_blocks({}));
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"P", "U"},
                                                {"U", "U"},
                                                {"S01", "T"},
                                                {"S02"},
                                                {"S01", "S01"},
                                                {"velocity"},
                                                {""},
                                                {"S1"}})
    EXPECT_FALSE(are_nek_blocks(wrong)) << wrong[0];
}

TEST(NekFieldHeader, RefusesWhatItCannotRead) {
  const auto refused_with = [](const std::string& from, const std::string& to) {
    std::string text = head_text(sample_header());
    text.replace(text.find(from), from.size(), to);
    return refusal(text);
  };
  EXPECT_EQ(refusal("#max 8"), "a0.f00001: expected a Nek5000 field file, which begins with #std");
  EXPECT_EQ(refusal(""), "a0.f00001: expected a Nek5000 field file, which begins with #std");
  EXPECT_EQ(refusal(head_text(sample_header()).substr(0, 50)),
            "a0.f00001: the file ends after 50 bytes, inside its head of 132");
  EXPECT_EQ(refused_with("#std 8", "#std 7"),
            "a0.f00001: expected values of 4 or 8 bytes, found 7");
  EXPECT_EQ(refused_with("  8  8  8 ", "  8  8  7 "),
            "a0.f00001: expected elements of n x n x n or n x n x 1 nodes with n from 2, found 8 x "
            "8 x 7");
  EXPECT_EQ(refused_with("       512        512", "       128        512"),
            "a0.f00001: 128 of 512 elements in a single file; expected all of them");
  EXPECT_EQ(refused_with("      0      1 X", "      4      4 X"),
            "a0.f00001: file 4 of 4 with 512 elements in all; expected a number below that of the "
            "files, which are no more than elements");
  EXPECT_EQ(refused_with("      1000", "      ten0"),
            "a0.f00001: expected a number of steps in its head, found 'ten0'");
  EXPECT_EQ(refused_with("-1.2345678901230E-02", "                 nan"),
            "a0.f00001: expected a time, found nan");
  for (const char* code : {"XUQTS02", "UXPTS02", "XUPTT  ", "XUPTSx2"})
    EXPECT_NE(refused_with("XUPTS02", code), "") << code;
}

TEST(NekFieldHeader, OfAPlaneHasTwoComponentsOfVectors) {
  std::string text = head_text(sample_header());
  text.replace(text.find("  8  8  8 "), 10, "  8  8  1 ");
  const NekFieldHeader h = parse_nek_field_header(text, "a");
  EXPECT_TRUE(h.is_plane());
  EXPECT_EQ(h.components("U"), 2);
  EXPECT_EQ(h.row_bytes("X"), 2ULL * 64 * 8);
  EXPECT_EQ(h.row_bytes("P"), 64ULL * 8);
  EXPECT_EQ(h.end(), h.end_of_values());  // planes have no smallest and largest values
}

TEST(NekFieldHeader, NamesTheOtherPartsOfItsTime) {
  NekFieldHeader header = sample_header();
  using Paths = std::vector<std::filesystem::path>;
  EXPECT_EQ(nek_parts("a/x0.f00012", header), (Paths{"a/x0.f00012"}));
  header.n_files = 3;
  header.file = 1;
  EXPECT_EQ(nek_parts("a/x1.f00012", header), (Paths{"a/x0.f00012", "a/x1.f00012", "a/x2.f00012"}));
  header.n_files = 12;
  const Paths parts = nek_parts("a/A01/x01.f00012", header);
  ASSERT_EQ(parts.size(), 12u);
  EXPECT_EQ(parts[0], "a/A00/x00.f00012");
  EXPECT_EQ(parts[11], "a/A11/x11.f00012");
  EXPECT_EQ(message_of<base::Error>([&] { nek_parts("x1.f00012", header); }),
            "x1.f00012: part 1 of 12 files of one time; expected a name with 01 before .f00012, so "
            "that the others can be found");
}

std::string neko_head(int n_elements, int n_dimensions, int n, int parts, double time) {
  const std::array<std::int32_t, 4> numbers{n_elements, n_dimensions, n, parts};
  std::string bytes(24, '\0');
  std::memcpy(bytes.data(), numbers.data(), 16);
  std::memcpy(bytes.data() + 16, &time, 8);
  return bytes;
}

TEST(NekFieldHeader, OfACheckpointOfNeko) {
  const std::uintmax_t component = 10ULL * 64 * 8;
  // u, v, w, p; two older levels of u, v and w; a scalar; 20 older times.
  const NekFieldHeader h = parse_neko_checkpoint(neko_head(10, 3, 4, 1 + 2 + 4, 0.5),
                                                 24 + 11 * component + 160, "a.chkp");
  EXPECT_EQ(h.word_size, 8);
  EXPECT_EQ(h.code(), "UPT");
  EXPECT_EQ(h.time, 0.5);
  EXPECT_EQ(h.begin_of("U"), 24u);
  EXPECT_EQ(h.begin_of("P"), 24 + 3 * component);
  EXPECT_EQ(h.begin_of("T"), 24 + 10 * component);
  EXPECT_EQ(parse_neko_checkpoint(neko_head(10, 3, 4, 0, 0), 24 + 4 * component / 2, "a").word_size,
            4);
  const auto refused = [](const std::string& bytes, std::uintmax_t length) {
    return message_of<base::Error>([&] { parse_neko_checkpoint(bytes, length, "a.chkp"); });
  };
  EXPECT_EQ(refused(neko_head(10, 2, 4, 0, 0), 1), "a.chkp: 2 dimensions, expected 3");
  EXPECT_EQ(refused("short", 5), "a.chkp: the file ends after 5 bytes, inside its head of 24");
  EXPECT_NE(refused(neko_head(-1, 3, 4, 0, 0), 1).find("found -1, 3, 4 and 0"), std::string::npos);
  EXPECT_NE(refused(neko_head(10, 3, 4, 0, 0), 100).find("100 bytes, expected 20504 or"),
            std::string::npos);
}

TEST(NekFieldHeader, OfGarbageIsRefusedOrHarmless) {
  std::mt19937 random(5);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  int n_refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text = head_text(sample_header());
    for (int i = 0; i < 3; ++i) text[4 + pick(text.size() - 4)] = static_cast<char>(pick(256));
    try {
      const NekFieldHeader header = parse_nek_field_header(text, "a");
      EXPECT_GT(header.n_elements, 0);
      EXPECT_TRUE(are_nek_blocks(header.blocks));
      EXPECT_GE(header.end(), header.end_of_values());
    } catch (const base::Error&) {
      ++n_refused;
    }
  }
  EXPECT_GT(n_refused, 1000);
}

}  // namespace
}  // namespace lobatto::io
