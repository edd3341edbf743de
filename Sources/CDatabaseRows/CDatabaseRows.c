// Loads SQLite for the first database, because each linked library delays every start: this one by a million
// instructions. Types and numbers are SQLite's public ABI, so that a build needs no headers of it.

#include "CDatabaseRows.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// The longest value, in bytes.
static const int max_length = 64 << 20;

#define FUNCTIONS(F)                                                                                    \
  F(const char *, libversion, (void))                                                                   \
  F(int, open_v2, (const char *path, void **database, int flags, const char *system))                   \
  F(int, close, (void *database))                                                                       \
  F(int, db_config, (void *database, int option, ...))                                                  \
  F(int, limit, (void *database, int category, int most))                                               \
  F(int, busy_timeout, (void *database, int milliseconds))                                              \
  F(int, set_authorizer,                                                                                \
    (void *database, int (*)(void *, int, const char *, const char *, const char *, const char *),      \
     void *context))                                                                                    \
  F(const char *, errmsg, (void *database))                                                             \
  F(int, prepare_v2, (void *database, const char *query, int count, void **statement, const char **rest)) \
  F(int, finalize, (void *statement))                                                                   \
  F(int, step, (void *statement))                                                                       \
  F(int, column_count, (void *statement))                                                               \
  F(const char *, column_name, (void *statement, int column))                                           \
  F(int, column_type, (void *statement, int column))                                                    \
  F(int64_t, column_int64, (void *statement, int column))                                               \
  F(double, column_double, (void *statement, int column))                                               \
  F(const void *, column_blob, (void *statement, int column))                                           \
  F(const void *, column_text, (void *statement, int column))                                           \
  F(int, column_bytes, (void *statement, int column))

#define MEMBER(result, name, parameters) result(*name) parameters;
#define FIND(result, name, parameters) (sqlite.name = dlsym(library, "sqlite3_" #name)) &&

static struct {
  FUNCTIONS(MEMBER)
  bool is_complete;
} sqlite;

static void load_library(void) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  sqlite.is_complete = library && FUNCTIONS(FIND) true;
}

static bool is_library_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return sqlite.is_complete;
}

enum {
  SQLITE_OK = 0,
  SQLITE_DENY = 1,
  SQLITE_ROW = 100,
  SQLITE_DONE = 101,
  SQLITE_OPEN_READONLY = 1,
  SQLITE_OPEN_NOMUTEX = 0x8000,
  SQLITE_LIMIT_LENGTH = 0,
  SQLITE_DBCONFIG_DEFENSIVE = 1010,
  SQLITE_DBCONFIG_TRUSTED_SCHEMA = 1017,
  SQLITE_PRAGMA = 19,
  SQLITE_READ = 20,
  SQLITE_SELECT = 21,
  SQLITE_UPDATE = 23,
  SQLITE_FUNCTION = 31,
  SQLITE_RECURSIVE = 33,
};

struct Database {
  void *connection;
  void *statement;
  /// A reason of our own; NULL for the library's.
  const char *reason;
  bool has_failed;
  bool has_ended;
};

const char *database_library_version(void) { return is_library_loaded() ? sqlite.libversion() : NULL; }

/// Whether a pragma only reads; full-text search asks for two of them.
static bool is_harmless_pragma(const char *name, const char *value) {
  if (strcasecmp(name, "table_info") == 0) return true;
  return !value && (strcasecmp(name, "data_version") == 0 || strcasecmp(name, "page_size") == 0);
}

static int authorize(void *context, int action, const char *first, const char *second, const char *database,
                     const char *trigger) {
  (void)context, (void)database, (void)trigger;
  switch (action) {
  case SQLITE_READ:
  case SQLITE_SELECT:
  case SQLITE_FUNCTION:
  case SQLITE_RECURSIVE:
    return SQLITE_OK;
  case SQLITE_UPDATE:
    // Virtual tables declare themselves so; the schema of a read-only, defensive connection can't be changed.
    return first && strcmp(first, "sqlite_master") == 0 ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_PRAGMA:
    return first && is_harmless_pragma(first, second) ? SQLITE_OK : SQLITE_DENY;
  default:
    return SQLITE_DENY;
  }
}

/// Records a result of the library; true on success.
static bool succeeds(Database *self, int result) {
  self->has_failed = result != SQLITE_OK;
  return !self->has_failed;
}

Database *database_open(const char *path, int busy_milliseconds) {
  Database *self = is_library_loaded() ? calloc(1, sizeof *self) : NULL;
  if (!self) return NULL;
  int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
  bool is_open = succeeds(self, sqlite.open_v2(path, &self->connection, flags, NULL)) &&
                 succeeds(self, sqlite.db_config(self->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL)) &&
                 succeeds(self, sqlite.db_config(self->connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL)) &&
                 succeeds(self, sqlite.busy_timeout(self->connection, busy_milliseconds)) &&
                 succeeds(self, sqlite.set_authorizer(self->connection, authorize, NULL));
  if (is_open) sqlite.limit(self->connection, SQLITE_LIMIT_LENGTH, max_length);
  return self;
}

/// Whether a text has more than white space and semicolons; a comment counts.
static bool has_text(const char *text) {
  for (; *text; text += 1) {
    if (*text != ';' && *text != ' ' && (*text < '\t' || *text > '\r')) return true;
  }
  return false;
}

bool database_prepare(Database *self, const char *query) {
  const char *rest = "";
  if (!succeeds(self, sqlite.prepare_v2(self->connection, query, -1, &self->statement, &rest))) return false;
  if (!self->statement) self->reason = "the query is empty";
  if (has_text(rest)) self->reason = "the query has more than one statement";
  self->has_failed = self->reason != NULL;
  return !self->has_failed;
}

int database_column_count(const Database *self) { return sqlite.column_count(self->statement); }

const char *database_column_name(const Database *self, int column) {
  return sqlite.column_name(self->statement, column);
}

DatabaseStep database_step(Database *self) {
  // The library would start the query again.
  if (self->has_ended) return DatabaseStepEnd;
  switch (sqlite.step(self->statement)) {
  case SQLITE_ROW:
    return DatabaseStepRow;
  case SQLITE_DONE:
    self->has_ended = true;
    return DatabaseStepEnd;
  default:
    self->has_ended = true;
    self->has_failed = true;
    return DatabaseStepFailure;
  }
}

DatabaseValue database_value(const Database *self, int column) {
  // SQLite's numbers of types; null is 5.
  enum { INTEGER = 1, REAL, TEXT, BLOB };
  void *row = self->statement;
  switch (sqlite.column_type(row, column)) {
  case INTEGER:
    return (DatabaseValue){.kind = DatabaseValueKindInteger, .integer = sqlite.column_int64(row, column)};
  case REAL:
    return (DatabaseValue){.kind = DatabaseValueKindReal, .real = sqlite.column_double(row, column)};
  case TEXT:
  case BLOB: {
    bool is_text = sqlite.column_type(row, column) == TEXT;
    // The bytes must be asked for before their number.
    const void *bytes = is_text ? sqlite.column_text(row, column) : sqlite.column_blob(row, column);
    size_t count = bytes ? (size_t)sqlite.column_bytes(row, column) : 0;
    return (DatabaseValue){
        .kind = is_text ? DatabaseValueKindText : DatabaseValueKindBlob, .bytes = bytes, .count = count};
  }
  default:
    return (DatabaseValue){.kind = DatabaseValueKindNull};
  }
}

const char *database_problem(const Database *self) {
  if (!self->has_failed) return NULL;
  return self->reason ? self->reason : sqlite.errmsg(self->connection);
}

void database_close(Database *self) {
  if (!self) return;
  sqlite.finalize(self->statement);
  sqlite.close(self->connection);
  free(self);
}
