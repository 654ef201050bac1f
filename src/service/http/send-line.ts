/**
 * Detects the exact moment undici begins to write a request to a connection. Before it, the request was certainly not
 * carried out; after it, it may have been. This also works behind a proxy, where connecting takes several steps with
 * handlers of their own (docs/decisions/send-line.md).
 */
import type { Dispatcher } from 'undici';

/** For `dispatcher.compose()`. Calls `onSent` before the first byte is written, and again if undici resends the request. */
export function watchSendLine(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        // Nothing is written for a request that was aborted in the meantime.
        if (!controller.aborted) onSent();
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}
