planted_exception();
