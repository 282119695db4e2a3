#include "run_impl.hpp"

template int hil::run<robots::driven::arm6>(const Options&);
template int hil::replay<robots::driven::arm6>(const std::string&);
