#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reads the rows of a query in an untrusted SQLite database.
//
// The database is opened read-only. A query can select, and nothing else: no pragma that writes, no attached
// files. Functions and virtual tables that may do harm are not called for the database's own views (SQLite's advice on
// untrusted files, https://www.sqlite.org/security.html). A value has at most 64 MiB.

#define DATABASE_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

typedef enum DATABASE_CLOSED_ENUM DatabaseValueKind : int {
  DatabaseValueKindNull,
  DatabaseValueKindInteger,
  DatabaseValueKindReal,
  DatabaseValueKindText,
  DatabaseValueKindBlob,
} DatabaseValueKind;

typedef struct DatabaseValue {
  DatabaseValueKind kind;
  int64_t integer;
  double real;
  /// The bytes of a text or a blob, valid until the next step.
  const void *bytes;
  size_t count;
} DatabaseValue;

typedef enum DATABASE_CLOSED_ENUM DatabaseStep : int {
  DatabaseStepRow,
  DatabaseStepEnd,
  /// `database_problem` tells the reason.
  DatabaseStepFailure,
} DatabaseStep;

/// A database and its query. It belongs to one thread at a time.
typedef struct Database Database;

/// SQLite's version, such as `3.40.1`; NULL if its library is not installed.
const char *database_library_version(void);

/// Opens a database. NULL if the library is not installed, or if out of memory; check `database_problem` otherwise.
///
/// - `busy_milliseconds`: the time to wait for a program that writes to the database.
Database *database_open(const char *path, int busy_milliseconds);

/// Prepares the only query; false if it has a mistake, or is followed by another one.
bool database_prepare(Database *database, const char *query);

/// The number of columns; 0 for a statement that selects nothing.
int database_column_count(const Database *database);

/// The name of a column, valid until the first step; NULL if out of memory.
const char *database_column_name(const Database *database, int column);

/// Advances to the next row. After the end or a failure there are no more rows.
DatabaseStep database_step(Database *database);

/// A value of the current row.
DatabaseValue database_value(const Database *database, int column);

/// The reason why the last call failed, in English; NULL on success.
const char *database_problem(const Database *database);

/// Frees everything; NULL is allowed.
void database_close(Database *database);
