#pragma once

/// A dispatch queue of libdispatch.
typedef void *calling_queue;

/// Returns the dispatch queue that is currently running, retained.
///
/// URLSession calls a protocol object on a private queue and expects callbacks there. libdispatch's Swift overlay has
/// no function that returns the queue.
calling_queue calling_queue_retain(void);

void calling_queue_release(calling_queue queue);

/// Calls a function on the queue, synchronously.
void calling_queue_sync(calling_queue queue, void *context, void (*function)(void *));
