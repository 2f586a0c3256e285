#include "run/origin/nek_fields.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/file_seal.hpp"
#include "run/origin/field_transfer.hpp"

namespace lobatto::run {

namespace {

using Match = io::NekFieldElements::Match;

std::string how_matched(Match match) {
  switch (match) {
    case Match::numbers:
      return "by their numbers alone, for the file has no coordinates";
    case Match::numbers_and_places:
      return "by their numbers, which fit their places";
    case Match::places:
      return "by their places, for the file numbers them in another way";
  }
  return "";
}

const std::filesystem::path& verified(const std::filesystem::path& file,
                                      const space::FunctionSpace& space) {
  io::verify_if_sealed(file, space.communicator());
  return file;
}

}  // namespace

NekFields::NekFields(const std::filesystem::path& file, const space::FunctionSpace& space,
                     bool interpolate)
    : space_(space), file_(verified(file, space), space.communicator()) {
  file_.require_velocity();
  if (interpolate || header().is_plane() || space.is_plane()) {
    share_elements(file);
  } else {
    elements_.emplace(file_, space);
  }
}

void NekFields::share_elements(const std::filesystem::path& file) {
  const auto& communicator = space_.communicator();
  places_ = file.string();
  if (header().neko)
    throw base::Error(fmt::format(
        "{}: a checkpoint of Neko has no coordinates, and cannot be taken to another mesh than its "
        "own, of {} elements; begin a run on that mesh, whose own field files and checkpoints can",
        places_, header().n_elements));
  if (!header().has("X")) {
    comm::on_root(communicator, [&] {
      if (const auto other = io::file_with_coordinates(file)) places_ = other->string();
    });
    communicator.broadcast(places_, 0);
  }
  io::NekFieldReader places(places_, communicator);
  share_ = std::make_unique<io::NekFieldShare>(file_, places, communicator);
  search_.emplace(share_->elements());
}

std::vector<space::Field> NekFields::read(std::string_view block) const {
  if (elements_) return elements_->read(block);
  const bool is_plane = header().is_plane();
  const auto into_plane = [is_plane](const FieldTransfer::Point& x) {
    return is_plane ? FieldTransfer::Point{x[0], x[1], 0.0} : x;
  };
  const auto fields = share_->read(block);
  return FieldTransfer(*search_, space_, into_plane, file_.name())({fields.begin(), fields.end()});
}

std::string NekFields::how_found() const {
  if (elements_) return "elements are found " + how_matched(elements_->match());
  std::string text =
      "values are taken to the nodes of this mesh by the polynomials of its elements";
  if (header().is_plane()) text += ", the same all along z";
  if (places_ != file_.name()) text += ", which are where " + places_ + " has them";
  return text;
}

}  // namespace lobatto::run
