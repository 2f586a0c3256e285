#include "case/document/document.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "support/message_of.hpp"

namespace lobatto::cases {
namespace {

const std::string text = R"([mesh]
order = 7
x = { range = [0, 2.5], periodic = true }

[[scalar]]
name = "heat"
)";

TEST(Document, KeepsTypesAndPlaces) {
  const Value root = parse_document(text, "a.toml");
  const Entry* mesh = find_entry(root, "mesh");
  ASSERT_NE(mesh, nullptr);
  const Entry* order = find_entry(mesh->value, "order");
  EXPECT_EQ(*order->value.get<long long>(), 7);
  EXPECT_EQ(order->where.text(), "a.toml:2:1");
  EXPECT_EQ(order->value.where.text(), "a.toml:2:9");
  const Value& x = find_entry(mesh->value, "x")->value;
  EXPECT_TRUE(*find_entry(x, "periodic")->value.get<bool>());
  const auto& range = *find_entry(x, "range")->value.get<Value::List>();
  EXPECT_EQ(*range[0].get<long long>(), 0);
  EXPECT_EQ(*range[1].get<double>(), 2.5);
  EXPECT_EQ(range[1].where.text(), "a.toml:3:19");
}

TEST(Document, ListsOfTables) {
  const Value root = parse_document(text, "a.toml");
  const auto* list = find_entry(root, "scalar")->value.get<Value::List>();
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(*find_entry((*list)[0], "name")->value.get<std::string>(), "heat");
}

TEST(Document, KeepsTheOrderOfTheFile) {
  const Value root = parse_document("[parameters]\nz = 1\na = 2\nm = 3\n", "a.toml");
  const auto& entries = *find_entry(root, "parameters")->value.get<Value::Table>();
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].key + entries[1].key + entries[2].key, "zam");
}

TEST(Document, FindsNothingWhereThereIsNothing) {
  const Value root = parse_document(text, "a.toml");
  EXPECT_EQ(find_entry(root, "fluid"), nullptr);
  EXPECT_EQ(find_entry(Value{3LL, {}}, "fluid"), nullptr);
}

TEST(Document, MayHaveMarksAndLineEndsOfOtherSystems) {
  const Value root = parse_document(
      "\xef\xbb\xbf"
      "a = 1\r\nb = \"x\"\r\n",
      "a.toml");
  EXPECT_EQ(*find_entry(root, "a")->value.get<long long>(), 1);
  EXPECT_EQ(*find_entry(root, "b")->value.get<std::string>(), "x");
  EXPECT_EQ(find_entry(root, "b")->where.text(), "a.toml:2:1");
}

TEST(Document, RefusesWhatIsNoTextWithItsPlace) {
  for (const std::string& bad : {std::string("a = \"\xff\""), std::string("a\0 = 1", 6),
                                 std::string("a = \"\x01\""), std::string("# \xc3(")}) {
    const auto message =
        message_of<base::Error>([&] { parse_document("b = 1\n" + bad, "a.toml"); });
    EXPECT_TRUE(message.starts_with("a.toml:2:")) << message;
    EXPECT_EQ(printable(message), message);
  }
}

// Libraries would take the text to end there, and act on a part of it.
TEST(Document, RefusesTheCharacterNul) {
  const std::string expected = "the character NUL (\\u0000) has no place in a case file";
  const auto refusal = [](const std::string& toml) {
    return message_of<base::Error>([&] { parse_document(toml, "a.toml"); });
  };
  EXPECT_EQ(refusal("a = 1\nb = \"y\\u0000 + (\""), "a.toml:2:5: " + expected);
  EXPECT_EQ(refusal("a = [[\"y\\u0000\"]]"), "a.toml:1:7: " + expected);
  EXPECT_EQ(refusal("\"a\\u0000b\" = 1"), "a.toml:1:1: " + expected);
  EXPECT_EQ(message_of<base::Error>([] { parse_value("\"\\u0000\"", {"--set a", 0, 0, true}); }),
            "--set a: " + expected);
}

TEST(ShortText, CutsBetweenCharacters) {
  std::string letters;
  for (int i = 0; i < 100; ++i) letters += "µ";
  for (const char* begin : {"", "a"}) {
    const std::string cut = short_text({begin + letters, {}});
    EXPECT_TRUE(cut.ends_with("µ ...")) << cut;
    EXPECT_EQ(printable(cut), cut);
  }
}

TEST(ParseValue, TakesTomlOrAWord) {
  const Location where{"--set a=b", 0, 0, true};
  EXPECT_EQ(*parse_value("3", where).get<long long>(), 3);
  EXPECT_EQ(*parse_value("1e-3", where).get<double>(), 1e-3);
  EXPECT_TRUE(*parse_value("true", where).get<bool>());
  EXPECT_EQ(*parse_value("\"wall\"", where).get<std::string>(), "wall");
  EXPECT_EQ(*parse_value("wall", where).get<std::string>(), "wall");
  EXPECT_EQ(*parse_value("2*pi", where).get<std::string>(), "2*pi");
  EXPECT_EQ(*parse_value("1\nb = 2", where).get<std::string>(), "1\nb = 2");
  const Value list = parse_value("[0, 1]", where);
  ASSERT_NE(list.get<Value::List>(), nullptr);
  EXPECT_EQ((*list.get<Value::List>())[1].where.text(), "--set a=b");
}

TEST(ShortText, IsWhatOneWouldWrite) {
  const Value root = parse_document(R"(a = { b = [1, 2.5, "c"], d = true })", "a.toml");
  EXPECT_EQ(short_text(find_entry(root, "a")->value), R"({ b = [1, 2.5, "c"], d = true })");
  EXPECT_EQ(short_text({std::string(60, 'x'), {}}), "\"" + std::string(39, 'x') + " ...");
}

TEST(ReadText, NamesWhatIsLikeAMissingFile) {
  const auto folder = std::filesystem::temp_directory_path() / "lobatto_case_document_test";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "duct.toml") << "[mesh]\n";
  EXPECT_EQ(read_text(folder / "duct.toml"), "[mesh]\n");
  const auto message = [](const std::filesystem::path& file) -> std::string {
    try {
      read_text(file);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(folder / "dcut.toml"),
            (folder / "dcut.toml").string() + ": no such file; did you mean 'duct.toml'?");
  EXPECT_EQ(message(folder / "other.toml"), (folder / "other.toml").string() + ": no such file");
  EXPECT_NE(message(folder / "no" / "duct.toml").find("there is no folder"), std::string::npos);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace lobatto::cases
