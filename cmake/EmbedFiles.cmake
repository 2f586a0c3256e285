# cmake -D OUTPUT=x.cpp -D "FILES=a.toml|b.msh" -P EmbedFiles.cmake: files as text in the program, for commands/embedded_files.hpp.
set(text "#include \"commands/embedded_files.hpp\"\n\nnamespace lobatto::commands {\n\nstd::span<const TextOfFile> embedded_files() {\n  static constexpr TextOfFile files[]{\n")
string(REPLACE "|" ";" files "${FILES}")
foreach(file IN LISTS files)
  file(READ ${file} content)
  cmake_path(GET file FILENAME name)
  string(APPEND text "      {\"${name}\", R\"lobatto(${content})lobatto\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${text}  };\n  return files;\n}\n\n}  // namespace lobatto::commands\n")
