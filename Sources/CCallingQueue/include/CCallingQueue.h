#pragma once

/// A dispatch queue of libdispatch.
typedef void *calling_queue;

/// The dispatch queue whose block is running now, retained.
///
/// URLSession calls a protocol object on a private queue and expects calls back there. libdispatch's Swift
/// overlay has no function that returns the queue.
calling_queue calling_queue_retain(void);

void calling_queue_release(calling_queue queue);

/// Calls a function on the queue, and returns after it.
void calling_queue_sync(calling_queue queue, void *context, void (*function)(void *));
