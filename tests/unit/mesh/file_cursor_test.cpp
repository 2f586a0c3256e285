#include "mesh/formats/file_cursor.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

std::string problem_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const base::Error& error) {
    const std::string text = error.what();
    return text.substr(text.rfind('/') + 1);
  }
  return "nothing was thrown";
}

TEST(FileCursor, ReadsWordsNumbersAndLines) {
  const TemporaryFile file("words", "one 2\t-3.5e2 \"a b\"\r\n\n  3 end");
  FileCursor cursor(file.path());
  EXPECT_EQ(cursor.word(), "one");
  EXPECT_EQ(cursor.number<int>("a number"), 2);
  EXPECT_EQ(cursor.number<double>("a number"), -350.0);
  EXPECT_EQ(cursor.rest_of_line(), " \"a b\"");
  EXPECT_EQ(cursor.count<int>("a count"), 3u);
  EXPECT_EQ(cursor.word(), "end");
  EXPECT_TRUE(cursor.word().empty());
}

TEST(FileCursor, ReadsBinaryOfBothByteOrders) {
  const TemporaryFile file("bytes", std::string("\x01\x00\x00\x00\x00\x00\x00\x01"
                                                "\x40\x09\x21\xfb\x54\x44\x2d\x18",
                                                16));
  FileCursor cursor(file.path());
  cursor.set_binary(true, false);
  EXPECT_EQ(cursor.number<int>("a number"), 1);
  cursor.set_binary(true, true);
  EXPECT_EQ(cursor.number<int>("a number"), 1);
  EXPECT_EQ(cursor.number<double>("a number"), 3.141592653589793);
  EXPECT_EQ(problem_of([&] { cursor.number<char>("a letter"); }),
            "bytes: byte 16: expected a letter, but the file ends");
}

TEST(FileCursor, NamesLineFoundAndExpected) {
  const TemporaryFile file("lines", "1\n2 x3\n99 $End\n");
  FileCursor cursor(file.path());
  cursor.number<int>("a number");
  cursor.number<int>("a number");
  EXPECT_EQ(problem_of([&] { cursor.number<int>("a node"); }),
            "lines:2: expected a node, found 'x3'");
  EXPECT_EQ(problem_of([&] { cursor.count<int>("a count"); }),
            "lines:3: expected a count that fits this file, found 99");
  cursor.skip_past("$End");
  EXPECT_EQ(problem_of([&] { cursor.number<int>("a node"); }),
            "lines:4: expected a node, found the end of the file");
  EXPECT_EQ(problem_of([&] { cursor.skip_past("$Later"); }),
            "lines:4: expected $Later somewhere below, but the file ends");
}

}  // namespace
}  // namespace lobatto::mesh
