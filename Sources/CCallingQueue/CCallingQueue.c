#include "CCallingQueue.h"

// libdispatch's ABI, declared here because its headers are in the toolchain, not in the system.
extern void *dispatch_get_current_queue(void);
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void dispatch_sync_f(void *queue, void *context, void (*function)(void *));

calling_queue calling_queue_retain(void) {
  void *queue = dispatch_get_current_queue();
  dispatch_retain(queue);
  return queue;
}

void calling_queue_release(calling_queue queue) { dispatch_release(queue); }

void calling_queue_sync(calling_queue queue, void *context, void (*function)(void *)) {
  dispatch_sync_f(queue, context, function);
}
