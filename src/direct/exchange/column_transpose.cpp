#include "direct/exchange/column_transpose.hpp"

#include <algorithm>

namespace lobatto::direct {
namespace {

/// Between elements [layers][n_sheets][sheet] and their sheets of a row
/// [layers][row.size()][sheet], one after another; sheet: values of an element that follow each
/// other for one y node.
struct Sheets {
  const SheetRow& row;
  int n_sheets, n_layers_each;
  std::size_t sheet;

  [[nodiscard]] std::size_t layer() const { return row.size() * sheet; }
  [[nodiscard]] std::size_t n_layers(int n_elements) const {
    return static_cast<std::size_t>(n_elements) * n_layers_each;
  }
  void take(const double* elements, int n_elements, double* sheets) const {
    for (std::size_t l = 0; l < n_layers(n_elements); ++l)
      std::copy_n(elements + (l * n_sheets + row.begin) * sheet, layer(), sheets + l * layer());
  }
  void put(const double* sheets, int n_elements, double* elements) const {
    for (std::size_t l = 0; l < n_layers(n_elements); ++l)
      std::copy_n(sheets + l * layer(), layer(), elements + (l * n_sheets + row.begin) * sheet);
  }
};

}  // namespace

ColumnTranspose::ColumnTranspose(PencilExchange& exchange, const PencilShape& shape, int own_x,
                                 int last)
    : exchange_(&exchange),
      own_(own_x),
      n_(shape.order + 1),
      n_sheets_(shape.order_y + 1),
      n_z_elements_(shape.local.n_z()),
      n_layers_(last == 2 ? n_ : 1),
      sheet_(static_cast<std::size_t>(last == 2 ? n_ : n_ * n_)) {
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

template <class Use>
void ColumnTranspose::for_rows(const Place& at, Use&& use) const {
  const int n_own = members_[own_].elements.size;
  for (int r = 0; r < exchange_->size(); ++r)
    for (const SheetRow& row : members_[r].rows)
      if (row.element == at.y)
        use(r,
            offset(members_[r], row, at.z, n_own) +
                static_cast<std::size_t>(at.x) * n_ * n_ * row.size(),
            row);
}

void ColumnTranspose::put_element(const Place& at, const double* element) {
  for_rows(at, [&](int r, std::size_t first, const SheetRow& row) {
    Sheets{row, n_sheets_, n_layers_, sheet_}.take(element, 1,
                                                   exchange_->there().send_block(r) + first);
  });
}

double ColumnTranspose::deal_out() { return exchange_->move(exchange_->there()); }

void ColumnTranspose::get_column(const SheetRow& row, int e_z, double* column) const {
  const std::size_t element = static_cast<std::size_t>(n_) * n_ * n_sheets_;
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share from = members_[r].elements;
    Sheets{row, n_sheets_, n_layers_, sheet_}.put(
        exchange_->there().recv_block(r) + offset(members_[own_], row, e_z, from.size), from.size,
        column + from.begin * element);
  }
}

void ColumnTranspose::put_column(const SheetRow& row, int e_z, const double* column) {
  const std::size_t element = static_cast<std::size_t>(n_) * n_ * n_sheets_;
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share to = members_[r].elements;
    Sheets{row, n_sheets_, n_layers_, sheet_}.take(
        column + to.begin * element, to.size,
        exchange_->back().send_block(r) + offset(members_[own_], row, e_z, to.size));
  }
}

double ColumnTranspose::collect() { return exchange_->move(exchange_->back()); }

void ColumnTranspose::get_element(const Place& at, double* element) const {
  for_rows(at, [&](int r, std::size_t first, const SheetRow& row) {
    Sheets{row, n_sheets_, n_layers_, sheet_}.put(exchange_->back().recv_block(r) + first, 1,
                                                  element);
  });
}

}  // namespace lobatto::direct
