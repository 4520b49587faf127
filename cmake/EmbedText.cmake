# cmake -DOUTPUT=<file> -DMACRO=<name> -DFILES=<list> -P EmbedText.cmake
# Writes a row MACRO("<stem>", "<text>") for each file, as raw string literals.
# Compilers limit the length of one literal, so each line is its own.
set(rows "")
foreach(path IN LISTS FILES)
  get_filename_component(stem "${path}" NAME_WE)
  file(READ "${path}" text)
  string(REGEX REPLACE "\n" ")__\" \"\\\\n\"\nR\"__(" text "${text}")
  string(APPEND rows "${MACRO}(\"${stem}\",\nR\"__(${text})__\")\n")
endforeach()
file(WRITE "${OUTPUT}" "${rows}")
