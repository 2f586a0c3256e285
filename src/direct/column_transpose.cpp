#include "direct/column_transpose.hpp"

#include <algorithm>

namespace lobatto::direct {
namespace {

/// Between elements [n][n][n] and their sheets of a row [n][row.size()][n], one after another.
struct Sheets {
  const SheetRow& row;
  int n;

  [[nodiscard]] std::size_t layer() const { return static_cast<std::size_t>(row.size()) * n; }
  void take(const double* elements, int n_elements, double* sheets) const {
    for (int layer_of = 0; layer_of < n_elements * n; ++layer_of)
      std::copy_n(elements + (static_cast<std::size_t>(layer_of) * n + row.begin) * n, layer(),
                  sheets + layer_of * layer());
  }
  void put(const double* sheets, int n_elements, double* elements) const {
    for (int layer_of = 0; layer_of < n_elements * n; ++layer_of)
      std::copy_n(sheets + layer_of * layer(), layer(),
                  elements + (static_cast<std::size_t>(layer_of) * n + row.begin) * n);
  }
};

}  // namespace

ColumnTranspose::ColumnTranspose(PencilExchange& exchange, const PencilShape& shape, int own_x)
    : exchange_(&exchange), own_(own_x), n_(shape.order + 1), n_z_elements_(shape.local.n_z()) {
  for (int r = 0; r < exchange.size(); ++r) {
    Member member{share_of(shape.n_x_elements, exchange.size(), r), shape.sheet_rows(r), {}};
    std::size_t n_sheets = 0;
    for (const SheetRow& row : member.rows) {
      member.sheets_before.push_back(n_sheets);
      n_sheets += row.size();
    }
    members_.push_back(std::move(member));
  }
}

std::size_t ColumnTranspose::offset(const Member& member, const SheetRow& row, int e_z,
                                    int n_elements) const {
  const std::size_t before =
      member.sheets_before[row.element - member.rows.front().element] * n_z_elements_ +
      static_cast<std::size_t>(row.size()) * e_z;
  return before * n_elements * n_ * n_;
}

void ColumnTranspose::put_part(int e_y, int e_z, const double* part) {
  const int n_own = members_[own_].elements.size;
  for (int r = 0; r < exchange_->size(); ++r)
    for (const SheetRow& row : members_[r].rows)
      if (row.element == e_y)
        Sheets{row, n_}.take(
            part, n_own, exchange_->there().send_block(r) + offset(members_[r], row, e_z, n_own));
}

double ColumnTranspose::deal_out() { return exchange_->move(exchange_->there()); }

void ColumnTranspose::get_column(const SheetRow& row, int e_z, double* column) const {
  const std::size_t element = static_cast<std::size_t>(n_) * n_ * n_;
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share from = members_[r].elements;
    Sheets{row, n_}.put(
        exchange_->there().recv_block(r) + offset(members_[own_], row, e_z, from.size), from.size,
        column + from.begin * element);
  }
}

void ColumnTranspose::put_column(const SheetRow& row, int e_z, const double* column) {
  const std::size_t element = static_cast<std::size_t>(n_) * n_ * n_;
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share to = members_[r].elements;
    Sheets{row, n_}.take(
        column + to.begin * element, to.size,
        exchange_->back().send_block(r) + offset(members_[own_], row, e_z, to.size));
  }
}

double ColumnTranspose::collect() { return exchange_->move(exchange_->back()); }

void ColumnTranspose::get_part(int e_y, int e_z, double* part) const {
  const int n_own = members_[own_].elements.size;
  for (int r = 0; r < exchange_->size(); ++r)
    for (const SheetRow& row : members_[r].rows)
      if (row.element == e_y)
        Sheets{row, n_}.put(exchange_->back().recv_block(r) + offset(members_[r], row, e_z, n_own),
                            n_own, part);
}

}  // namespace lobatto::direct
