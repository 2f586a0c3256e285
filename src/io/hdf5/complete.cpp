#include "io/hdf5/file.hpp"

#include "comm/agreement/agreed_fault.hpp"
#include "io/complete_file.hpp"
#include "io/file_seal.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

void write_hdf5(const fs::path& file, std::uintmax_t bytes, const comm::Communicator& communicator,
                base::FunctionRef<void(Hdf5File&)> write) {
  // What HDF5 needs besides the values.
  const std::uintmax_t room = bytes + bytes / 64 + (std::uintmax_t{1} << 16);
  make_complete(file, communicator, [&](const fs::path& partial) {
    // Before HDF5 has a file that it must close, whatever comes: on a disk without any room it
    // could not, and would crash at the end of the program. And again, since it empties the file.
    comm::on_root(communicator, [&] {
      renew_folder_of(file);
      make_empty_file(partial, file.string());
      reserve_room(partial, file.string(), room);
    });
    {
      Hdf5File out(partial, file.string(), communicator);
      out.reserve(room);
      write(out);
      out.close();
    }
    seal_file(partial, file.string(), communicator);
  });
}

}  // namespace lobatto::io
