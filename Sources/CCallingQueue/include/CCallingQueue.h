#pragma once

/// A dispatch queue, as libdispatch has it.
typedef void *calling_queue;

/// The dispatch queue whose block is running now, retained.
///
/// URLSession calls a protocol object on a queue of its own and wants to be called back there, but shows it
/// to nobody; libdispatch's Swift overlay has no such function.
calling_queue calling_queue_retain(void);

void calling_queue_release(calling_queue queue);

/// Has the queue call a function.
void calling_queue_async(calling_queue queue, void *context, void (*function)(void *));
