# Run by the build: writes OUTPUT from TEMPLATE; the file is touched only when its text changes.
set(VERSION_GIT "unknown")
find_program(GIT_PROGRAM git)
if(GIT_PROGRAM)
  # Where the folder belongs to somebody else git answers nothing; the version is then unknown, which is no error.
  execute_process(
    COMMAND ${GIT_PROGRAM} -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0)
    set(VERSION_GIT ${described})
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
