/**
 * The exact line between "surely not carried out" and "may have been": the moment undici begins to write a request to a connection. It
 * holds behind a proxy too, where connecting has many steps with handlers of their own (docs/decisions/send-line.md).
 */
import type { Dispatcher } from 'undici';

/** For `dispatcher.compose()`. `onSent` is called before the first byte leaves; again where undici sends the same request again. */
export function watchSendLine(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        handler.onRequestStart?.(controller, context);
        // Of a request that was given up meanwhile nothing is written.
        if (!controller.aborted) onSent();
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}
