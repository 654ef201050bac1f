/******/ (() => { // webpackBootstrap
/******/ 	var __webpack_modules__ = ({

/***/ 9312:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const assert = __nccwpck_require__(1405)
const { AsyncResource } = __nccwpck_require__(6698)
const { Readable } = __nccwpck_require__(6782)
const { InvalidArgumentError, RequestAbortedError } = __nccwpck_require__(3092)
const util = __nccwpck_require__(9203)

function noop () {}

class RequestHandler extends AsyncResource {
  constructor (opts, callback) {
    if (!opts || typeof opts !== 'object') {
      throw new InvalidArgumentError('invalid opts')
    }

    const { signal, method, opaque, body, onInfo, responseHeaders, highWaterMark } = opts

    try {
      if (typeof callback !== 'function') {
        throw new InvalidArgumentError('invalid callback')
      }

      if (highWaterMark != null && (!Number.isFinite(highWaterMark) || highWaterMark < 0)) {
        throw new InvalidArgumentError('invalid highWaterMark')
      }

      if (signal && typeof signal.on !== 'function' && typeof signal.addEventListener !== 'function') {
        throw new InvalidArgumentError('signal must be an EventEmitter or EventTarget')
      }

      if (method === 'CONNECT') {
        throw new InvalidArgumentError('invalid method')
      }

      if (onInfo && typeof onInfo !== 'function') {
        throw new InvalidArgumentError('invalid onInfo callback')
      }

      super('UNDICI_REQUEST')
    } catch (err) {
      if (util.isStream(body)) {
        util.destroy(body.on('error', noop), err)
      }
      throw err
    }

    this.method = method
    this.responseHeaders = responseHeaders || null
    this.opaque = opaque || null
    this.callback = callback
    this.res = null
    this.abort = null
    this.body = body
    this.trailers = {}
    this.context = null
    this.onInfo = onInfo || null
    this.highWaterMark = highWaterMark
    this.reason = null
    this.removeAbortListener = null

    if (signal?.aborted) {
      this.reason = signal.reason ?? new RequestAbortedError()
    } else if (signal) {
      this.removeAbortListener = util.addAbortListener(signal, () => {
        this.reason = signal.reason ?? new RequestAbortedError()
        if (this.res) {
          util.destroy(this.res.on('error', noop), this.reason)
        } else if (this.abort) {
          this.abort(this.reason)
        }
      })
    }
  }

  onConnect (abort, context) {
    if (this.reason) {
      abort(this.reason)
      return
    }

    assert(this.callback)

    this.abort = abort
    this.context = context
  }

  onHeaders (statusCode, rawHeaders, resume, statusMessage) {
    const { callback, opaque, abort, context, responseHeaders, highWaterMark } = this

    const headers = responseHeaders === 'raw' ? util.parseRawHeaders(rawHeaders) : util.parseHeaders(rawHeaders)

    if (statusCode < 200) {
      if (this.onInfo) {
        this.onInfo({ statusCode, headers })
      }
      return
    }

    const parsedHeaders = responseHeaders === 'raw' ? util.parseHeaders(rawHeaders) : headers
    const contentType = parsedHeaders['content-type']
    const contentLength = parsedHeaders['content-length']
    const res = new Readable({
      resume,
      abort,
      contentType,
      contentLength: this.method !== 'HEAD' && contentLength
        ? Number(contentLength)
        : null,
      highWaterMark
    })

    if (this.removeAbortListener) {
      res.on('close', this.removeAbortListener)
      this.removeAbortListener = null
    }

    this.callback = null
    this.res = res
    if (callback !== null) {
      try {
        this.runInAsyncScope(callback, null, null, {
          statusCode,
          statusText: statusMessage,
          headers,
          trailers: this.trailers,
          opaque,
          body: res,
          context
        })
      } catch (err) {
        // If the callback throws synchronously, we need to handle it
        // Remove reference to res to allow res being garbage collected
        this.res = null

        // Destroy the response stream
        util.destroy(res.on('error', noop), err)

        // Use queueMicrotask to re-throw the error so it reaches uncaughtException
        queueMicrotask(() => {
          throw err
        })
      }
    }
  }

  onData (chunk) {
    return this.res.push(chunk)
  }

  onComplete (trailers) {
    util.parseHeaders(trailers, this.trailers)
    this.res.push(null)
  }

  onError (err) {
    const { res, callback, body, opaque } = this

    if (callback) {
      // TODO: Does this need queueMicrotask?
      this.callback = null
      queueMicrotask(() => {
        this.runInAsyncScope(callback, null, err, { opaque })
      })
    }

    if (res) {
      this.res = null
      // Ensure all queued handlers are invoked before destroying res.
      queueMicrotask(() => {
        util.destroy(res.on('error', noop), err)
      })
    }

    if (body) {
      this.body = null

      if (util.isStream(body)) {
        body.on('error', noop)
        util.destroy(body, err)
      }
    }

    if (this.removeAbortListener) {
      this.removeAbortListener()
      this.removeAbortListener = null
    }
  }
}

function request (opts, callback) {
  if (callback === undefined) {
    return new Promise((resolve, reject) => {
      request.call(this, opts, (err, data) => {
        return err ? reject(err) : resolve(data)
      })
    })
  }

  try {
    const handler = new RequestHandler(opts, callback)

    this.dispatch(opts, handler)
  } catch (err) {
    if (typeof callback !== 'function') {
      throw err
    }
    const opaque = opts?.opaque
    queueMicrotask(() => callback(err, { opaque }))
  }
}

module.exports = request
module.exports.RequestHandler = RequestHandler


/***/ }),

/***/ 6782:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const assert = __nccwpck_require__(1405)
const { Readable } = __nccwpck_require__(7075)
const { RequestAbortedError, NotSupportedError, InvalidArgumentError, AbortError } = __nccwpck_require__(3092)
const util = __nccwpck_require__(9203)
const { ReadableStreamFrom } = __nccwpck_require__(9203)

const kConsume = Symbol('kConsume')
const kReading = Symbol('kReading')
const kBody = Symbol('kBody')
const kAbort = Symbol('kAbort')
const kContentType = Symbol('kContentType')
const kContentLength = Symbol('kContentLength')
const kUsed = Symbol('kUsed')
const kBytesRead = Symbol('kBytesRead')

const noop = () => {}

/**
 * @class
 * @extends {Readable}
 * @see https://fetch.spec.whatwg.org/#body
 */
class BodyReadable extends Readable {
  /**
   * @param {object} opts
   * @param {(this: Readable, size: number) => void} opts.resume
   * @param {() => (void | null)} opts.abort
   * @param {string} [opts.contentType = '']
   * @param {number} [opts.contentLength]
   * @param {number} [opts.highWaterMark = 64 * 1024]
   */
  constructor ({
    resume,
    abort,
    contentType = '',
    contentLength,
    highWaterMark = 64 * 1024 // Same as nodejs fs streams.
  }) {
    super({
      autoDestroy: true,
      read: resume,
      highWaterMark
    })

    this._readableState.dataEmitted = false

    this[kAbort] = abort

    /** @type {Consume | null} */
    this[kConsume] = null

    /** @type {number} */
    this[kBytesRead] = 0

    /** @type {ReadableStream|null} */
    this[kBody] = null

    /** @type {boolean} */
    this[kUsed] = false

    /** @type {string} */
    this[kContentType] = contentType

    /** @type {number|null} */
    this[kContentLength] = Number.isFinite(contentLength) ? contentLength : null

    /**
     * Is stream being consumed through Readable API?
     * This is an optimization so that we avoid checking
     * for 'data' and 'readable' listeners in the hot path
     * inside push().
     *
     * @type {boolean}
     */
    this[kReading] = false
  }

  /**
   * @param {Error|null} err
   * @param {(error:(Error|null)) => void} callback
   * @returns {void}
   */
  _destroy (err, callback) {
    if (!err && !this._readableState.endEmitted) {
      err = new RequestAbortedError()
    }

    if (err) {
      this[kAbort]()
    }

    // Workaround for Node "bug". If the stream is destroyed in same
    // tick as it is created, then a user who is waiting for a
    // promise (i.e micro tick) for installing an 'error' listener will
    // never get a chance and will always encounter an unhandled exception.
    if (!this[kUsed]) {
      setImmediate(callback, err)
    } else {
      callback(err)
    }
  }

  /**
   * @param {string|symbol} event
   * @param {(...args: any[]) => void} listener
   * @returns {this}
   */
  on (event, listener) {
    if (event === 'data' || event === 'readable') {
      this[kReading] = true
      this[kUsed] = true
    }
    return super.on(event, listener)
  }

  /**
   * @param {string|symbol} event
   * @param {(...args: any[]) => void} listener
   * @returns {this}
   */
  addListener (event, listener) {
    return this.on(event, listener)
  }

  /**
   * @param {string|symbol} event
   * @param {(...args: any[]) => void} listener
   * @returns {this}
   */
  off (event, listener) {
    const ret = super.off(event, listener)
    if (event === 'data' || event === 'readable') {
      this[kReading] = (
        this.listenerCount('data') > 0 ||
        this.listenerCount('readable') > 0
      )
    }
    return ret
  }

  /**
   * @param {string|symbol} event
   * @param {(...args: any[]) => void} listener
   * @returns {this}
   */
  removeListener (event, listener) {
    return this.off(event, listener)
  }

  /**
   * @param {Buffer|null} chunk
   * @returns {boolean}
   */
  push (chunk) {
    if (chunk) {
      this[kBytesRead] += chunk.length
      if (this[kConsume]) {
        consumePush(this[kConsume], chunk)
        return this[kReading] ? super.push(chunk) : true
      }
    }

    return super.push(chunk)
  }

  /**
   * Consumes and returns the body as a string.
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-text
   * @returns {Promise<string>}
   */
  text () {
    return consume(this, 'text')
  }

  /**
   * Consumes and returns the body as a JavaScript Object.
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-json
   * @returns {Promise<unknown>}
   */
  json () {
    return consume(this, 'json')
  }

  /**
   * Consumes and returns the body as a Blob
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-blob
   * @returns {Promise<Blob>}
   */
  blob () {
    return consume(this, 'blob')
  }

  /**
   * Consumes and returns the body as an Uint8Array.
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-bytes
   * @returns {Promise<Uint8Array>}
   */
  bytes () {
    return consume(this, 'bytes')
  }

  /**
   * Consumes and returns the body as an ArrayBuffer.
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-arraybuffer
   * @returns {Promise<ArrayBuffer>}
   */
  arrayBuffer () {
    return consume(this, 'arrayBuffer')
  }

  /**
   * Not implemented
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-formdata
   * @throws {NotSupportedError}
   */
  async formData () {
    // TODO: Implement.
    throw new NotSupportedError()
  }

  /**
   * Returns true if the body is not null and the body has been consumed.
   * Otherwise, returns false.
   *
   * @see https://fetch.spec.whatwg.org/#dom-body-bodyused
   * @readonly
   * @returns {boolean}
   */
  get bodyUsed () {
    return util.isDisturbed(this)
  }

  /**
   * @see https://fetch.spec.whatwg.org/#dom-body-body
   * @readonly
   * @returns {ReadableStream}
   */
  get body () {
    if (!this[kBody]) {
      this[kBody] = ReadableStreamFrom(this)
      if (this[kConsume]) {
        // TODO: Is this the best way to force a lock?
        this[kBody].getReader() // Ensure stream is locked.
        assert(this[kBody].locked)
      }
    }
    return this[kBody]
  }

  /**
   * Dumps the response body by reading `limit` number of bytes.
   * @param {object} opts
   * @param {number} [opts.limit = 131072] Number of bytes to read.
   * @param {AbortSignal} [opts.signal] An AbortSignal to cancel the dump.
   * @returns {Promise<null>}
   */
  dump (opts) {
    const signal = opts?.signal

    if (signal != null && (typeof signal !== 'object' || !('aborted' in signal))) {
      return Promise.reject(new InvalidArgumentError('signal must be an AbortSignal'))
    }

    const limit = opts?.limit && Number.isFinite(opts.limit)
      ? opts.limit
      : 128 * 1024

    if (signal?.aborted) {
      return Promise.reject(signal.reason ?? new AbortError())
    }

    if (this._readableState.closeEmitted) {
      return Promise.resolve(null)
    }

    return new Promise((resolve, reject) => {
      if (
        (this[kContentLength] && (this[kContentLength] > limit)) ||
        this[kBytesRead] > limit
      ) {
        this.destroy(new AbortError())
      }

      if (signal) {
        const onAbort = () => {
          this.destroy(signal.reason ?? new AbortError())
        }
        signal.addEventListener('abort', onAbort)
        this
          .on('close', function () {
            signal.removeEventListener('abort', onAbort)
            if (signal.aborted) {
              reject(signal.reason ?? new AbortError())
            } else {
              resolve(null)
            }
          })
      } else {
        this.on('close', resolve)
      }

      this
        .on('error', noop)
        .on('data', () => {
          if (this[kBytesRead] > limit) {
            this.destroy()
          }
        })
        .resume()
    })
  }

  /**
   * @param {BufferEncoding} encoding
   * @returns {this}
   */
  setEncoding (encoding) {
    if (Buffer.isEncoding(encoding)) {
      this._readableState.encoding = encoding
    }
    return this
  }
}

/**
 * @see https://streams.spec.whatwg.org/#readablestream-locked
 * @param {BodyReadable} bodyReadable
 * @returns {boolean}
 */
function isLocked (bodyReadable) {
  // Consume is an implicit lock.
  return bodyReadable[kBody]?.locked === true || bodyReadable[kConsume] !== null
}

/**
 * @see https://fetch.spec.whatwg.org/#body-unusable
 * @param {BodyReadable} bodyReadable
 * @returns {boolean}
 */
function isUnusable (bodyReadable) {
  return util.isDisturbed(bodyReadable) || isLocked(bodyReadable)
}

/**
 * @typedef {'text' | 'json' | 'blob' | 'bytes' | 'arrayBuffer'} ConsumeType
 */

/**
 * @template {ConsumeType} T
 * @typedef {T extends 'text' ? string :
 *           T extends 'json' ? unknown :
 *           T extends 'blob' ? Blob :
 *           T extends 'arrayBuffer' ? ArrayBuffer :
 *           T extends 'bytes' ? Uint8Array :
 *           never
 * } ConsumeReturnType
 */
/**
 * @typedef {object} Consume
 * @property {ConsumeType} type
 * @property {BodyReadable} stream
 * @property {((value?: any) => void)} resolve
 * @property {((err: Error) => void)} reject
 * @property {number} length
 * @property {Buffer[]} body
 */

/**
 * @template {ConsumeType} T
 * @param {BodyReadable} stream
 * @param {T} type
 * @returns {Promise<ConsumeReturnType<T>>}
 */
function consume (stream, type) {
  assert(!stream[kConsume])

  return new Promise((resolve, reject) => {
    if (isUnusable(stream)) {
      const rState = stream._readableState
      if (rState.destroyed && rState.closeEmitted === false) {
        stream
          .on('error', reject)
          .on('close', () => {
            reject(new TypeError('unusable'))
          })
      } else {
        reject(rState.errored ?? new TypeError('unusable'))
      }
    } else {
      queueMicrotask(() => {
        stream[kConsume] = {
          type,
          stream,
          resolve,
          reject,
          length: 0,
          body: []
        }

        stream
          .on('error', function (err) {
            consumeFinish(this[kConsume], err)
          })
          .on('close', function () {
            if (this[kConsume].body !== null) {
              consumeFinish(this[kConsume], new RequestAbortedError())
            }
          })

        consumeStart(stream[kConsume])
      })
    }
  })
}

/**
 * @param {Consume} consume
 * @returns {void}
 */
function consumeStart (consume) {
  if (consume.body === null) {
    return
  }

  const { _readableState: state } = consume.stream

  if (state.bufferIndex) {
    const start = state.bufferIndex
    const end = state.buffer.length
    for (let n = start; n < end; n++) {
      consumePush(consume, state.buffer[n])
    }
  } else {
    for (const chunk of state.buffer) {
      consumePush(consume, chunk)
    }
  }

  if (state.endEmitted) {
    consumeEnd(this[kConsume], this._readableState.encoding)
  } else {
    consume.stream.on('end', function () {
      consumeEnd(this[kConsume], this._readableState.encoding)
    })
  }

  consume.stream.resume()

  while (consume.stream.read() != null) {
    // Loop
  }
}

/**
 * @param {Buffer[]} chunks
 * @param {number} length
 * @param {BufferEncoding} [encoding='utf8']
 * @returns {string}
 */
function chunksDecode (chunks, length, encoding) {
  if (chunks.length === 0 || length === 0) {
    return ''
  }
  const buffer = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length)
  const bufferLength = buffer.length

  // Skip BOM.
  const start =
    bufferLength > 2 &&
    buffer[0] === 0xef &&
    buffer[1] === 0xbb &&
    buffer[2] === 0xbf
      ? 3
      : 0
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') {
    return buffer.utf8Slice(start, bufferLength)
  } else {
    return buffer.subarray(start, bufferLength).toString(encoding)
  }
}

/**
 * @param {Buffer[]} chunks
 * @param {number} length
 * @returns {Uint8Array}
 */
function chunksConcat (chunks, length) {
  if (chunks.length === 0 || length === 0) {
    return new Uint8Array(0)
  }
  if (chunks.length === 1) {
    // fast-path
    return new Uint8Array(chunks[0])
  }
  const buffer = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)

  let offset = 0
  for (let i = 0; i < chunks.length; ++i) {
    const chunk = chunks[i]
    buffer.set(chunk, offset)
    offset += chunk.length
  }

  return buffer
}

/**
 * @param {Consume} consume
 * @param {BufferEncoding} encoding
 * @returns {void}
 */
function consumeEnd (consume, encoding) {
  const { type, body, resolve, stream, length } = consume

  try {
    if (type === 'text') {
      resolve(chunksDecode(body, length, encoding))
    } else if (type === 'json') {
      resolve(JSON.parse(chunksDecode(body, length, encoding)))
    } else if (type === 'arrayBuffer') {
      resolve(chunksConcat(body, length).buffer)
    } else if (type === 'blob') {
      resolve(new Blob(body, { type: stream[kContentType] }))
    } else if (type === 'bytes') {
      resolve(chunksConcat(body, length))
    }

    consumeFinish(consume)
  } catch (err) {
    stream.destroy(err)
  }
}

/**
 * @param {Consume} consume
 * @param {Buffer} chunk
 * @returns {void}
 */
function consumePush (consume, chunk) {
  consume.length += chunk.length
  consume.body.push(chunk)
}

/**
 * @param {Consume} consume
 * @param {Error} [err]
 * @returns {void}
 */
function consumeFinish (consume, err) {
  if (consume.body === null) {
    return
  }

  if (err) {
    consume.reject(err)
  } else {
    consume.resolve()
  }

  // Reset the consume object to allow for garbage collection.
  consume.type = null
  consume.stream = null
  consume.resolve = null
  consume.reject = null
  consume.length = 0
  consume.body = null
}

module.exports = {
  Readable: BodyReadable,
  chunksDecode
}


/***/ }),

/***/ 1405:
/***/ ((module) => {

"use strict";
// node:assert takes 2 ms to load, mostly for the words of comparisons that fail; undici only asks whether something holds.


module.exports = function assert(holds, message) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw Object.assign(new Error(message ?? 'an assertion of undici does not hold'), { code: 'ERR_ASSERTION' });
};


/***/ }),

/***/ 3657:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const net = __nccwpck_require__(7030)
const assert = __nccwpck_require__(1405)
const util = __nccwpck_require__(9203)
const { InvalidArgumentError } = __nccwpck_require__(3092)

let tls // include tls conditionally since it is not always available

// TODO: session re-use does not wait for the first
// connection to resolve the session and might therefore
// resolve the same servername multiple times even when
// re-use is enabled.

const SessionCache = class WeakSessionCache {
  constructor (maxCachedSessions) {
    this._maxCachedSessions = maxCachedSessions
    this._sessionCache = new Map()
    this._sessionRegistry = new FinalizationRegistry((key) => {
      if (this._sessionCache.size < this._maxCachedSessions) {
        return
      }

      const ref = this._sessionCache.get(key)
      if (ref !== undefined && ref.deref() === undefined) {
        this._sessionCache.delete(key)
      }
    })
  }

  get (sessionKey) {
    const ref = this._sessionCache.get(sessionKey)
    return ref ? ref.deref() : null
  }

  set (sessionKey, session) {
    if (this._maxCachedSessions === 0) {
      return
    }

    if (this._sessionCache.has(sessionKey)) {
      this._sessionCache.delete(sessionKey)
    } else if (this._sessionCache.size >= this._maxCachedSessions) {
      // Make room for the new session: prefer an entry whose session has
      // already been collected, otherwise evict the oldest one.
      let evicted = false
      for (const [key, ref] of this._sessionCache) {
        if (ref.deref() === undefined) {
          this._sessionCache.delete(key)
          evicted = true
          break
        }
      }

      if (!evicted) {
        const oldest = this._sessionCache.keys().next()
        if (!oldest.done) {
          this._sessionCache.delete(oldest.value)
        }
      }
    }

    this._sessionCache.set(sessionKey, new WeakRef(session))
    this._sessionRegistry.register(session, sessionKey)
  }
}

function buildConnector ({ allowH2, useH2c, maxCachedSessions, socketPath, timeout, session: customSession, ...opts }) {
  if (maxCachedSessions != null && (!Number.isInteger(maxCachedSessions) || maxCachedSessions < 0)) {
    throw new InvalidArgumentError('maxCachedSessions must be a positive integer or zero')
  }

  const options = { path: socketPath, ...opts }
  const sessionCache = new SessionCache(maxCachedSessions == null ? 100 : maxCachedSessions)
  timeout = timeout == null ? 10e3 : timeout
  allowH2 = allowH2 != null ? allowH2 : false
  return function connect ({ hostname, host, protocol, port, servername, localAddress, httpSocket }, callback) {
    let socket
    if (protocol === 'https:') {
      if (!tls) {
        tls = __nccwpck_require__(1692)
      }
      servername = servername || options.servername || util.getServerName(host) || null

      const sessionKey = servername || hostname
      assert(sessionKey)

      const session = customSession || sessionCache.get(sessionKey) || null

      port = port || 443

      socket = tls.connect({
        highWaterMark: 16384, // TLS in node can't have bigger HWM anyway...
        ...options,
        servername,
        session,
        localAddress,
        ALPNProtocols: allowH2 ? ['http/1.1', 'h2'] : ['http/1.1'],
        socket: httpSocket, // upgrade socket connection
        port,
        host: hostname
      })

      socket
        .on('session', function (session) {
          // TODO (fix): Can a session become invalid once established? Don't think so?
          sessionCache.set(sessionKey, session)
        })
    } else {
      assert(!httpSocket, 'httpSocket can only be sent on TLS update')

      port = port || 80

      socket = net.connect({
        highWaterMark: 64 * 1024, // Same as nodejs fs streams.
        ...options,
        localAddress,
        port,
        host: hostname
      })
      if (useH2c === true) {
        socket.alpnProtocol = 'h2'
      }
    }

    // Set TCP keep alive options on the socket here instead of in connect() for the case of assigning the socket
    if (options.keepAlive == null || options.keepAlive) {
      const keepAliveInitialDelay = options.keepAliveInitialDelay === undefined ? 60e3 : options.keepAliveInitialDelay
      socket.setKeepAlive(true, keepAliveInitialDelay)
    }

    const clearConnectTimeout = util.setupConnectTimeout(new WeakRef(socket), { timeout, hostname, port })

    socket
      .setNoDelay(true)
      .once(protocol === 'https:' ? 'secureConnect' : 'connect', function () {
        queueMicrotask(clearConnectTimeout)

        if (callback) {
          const cb = callback
          callback = null
          cb(null, this)
        }
      })
      .on('error', function (err) {
        queueMicrotask(clearConnectTimeout)

        if (callback) {
          const cb = callback
          callback = null
          cb(err)
        }
      })

    return socket
  }
}

module.exports = buildConnector


/***/ }),

/***/ 4574:
/***/ ((module) => {

"use strict";
// undici's table of well-known header names saves it turning each name into lower case, and filling it costs every start more
// than a millisecond. A name that is not in it takes undici's general way.


module.exports = { wellknownHeaderNames: [], headerNameLowerCasedRecord: Object.create(null) };


/***/ }),

/***/ 6883:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const diagnosticsChannel = __nccwpck_require__(3053)
const util = __nccwpck_require__(7975)

const undiciDebugLog = util.debuglog('undici')
const fetchDebuglog = util.debuglog('fetch')
const websocketDebuglog = util.debuglog('websocket')

const channels = {
  // Client
  beforeConnect: diagnosticsChannel.channel('undici:client:beforeConnect'),
  connected: diagnosticsChannel.channel('undici:client:connected'),
  connectError: diagnosticsChannel.channel('undici:client:connectError'),
  sendHeaders: diagnosticsChannel.channel('undici:client:sendHeaders'),
  // Request
  create: diagnosticsChannel.channel('undici:request:create'),
  bodySent: diagnosticsChannel.channel('undici:request:bodySent'),
  bodyChunkSent: diagnosticsChannel.channel('undici:request:bodyChunkSent'),
  bodyChunkReceived: diagnosticsChannel.channel('undici:request:bodyChunkReceived'),
  headers: diagnosticsChannel.channel('undici:request:headers'),
  trailers: diagnosticsChannel.channel('undici:request:trailers'),
  error: diagnosticsChannel.channel('undici:request:error'),
  // WebSocket
  open: diagnosticsChannel.channel('undici:websocket:open'),
  close: diagnosticsChannel.channel('undici:websocket:close'),
  socketError: diagnosticsChannel.channel('undici:websocket:socket_error'),
  ping: diagnosticsChannel.channel('undici:websocket:ping'),
  pong: diagnosticsChannel.channel('undici:websocket:pong'),
  // ProxyAgent
  proxyConnected: diagnosticsChannel.channel('undici:proxy:connected')
}

let isTrackingClientEvents = false

function trackClientEvents (debugLog = undiciDebugLog) {
  if (isTrackingClientEvents) {
    return
  }

  // Check if any of the channels already have subscribers to prevent duplicate subscriptions
  // This can happen when both Node.js built-in undici and undici as a dependency are present
  if (channels.beforeConnect.hasSubscribers || channels.connected.hasSubscribers ||
      channels.connectError.hasSubscribers || channels.sendHeaders.hasSubscribers) {
    isTrackingClientEvents = true
    return
  }

  isTrackingClientEvents = true

  diagnosticsChannel.subscribe('undici:client:beforeConnect',
    evt => {
      const {
        connectParams: { version, protocol, port, host }
      } = evt
      debugLog(
        'connecting to %s%s using %s%s',
        host,
        port ? `:${port}` : '',
        protocol,
        version
      )
    })

  diagnosticsChannel.subscribe('undici:client:connected',
    evt => {
      const {
        connectParams: { version, protocol, port, host }
      } = evt
      debugLog(
        'connected to %s%s using %s%s',
        host,
        port ? `:${port}` : '',
        protocol,
        version
      )
    })

  diagnosticsChannel.subscribe('undici:client:connectError',
    evt => {
      const {
        connectParams: { version, protocol, port, host },
        error
      } = evt
      debugLog(
        'connection to %s%s using %s%s errored - %s',
        host,
        port ? `:${port}` : '',
        protocol,
        version,
        error.message
      )
    })

  diagnosticsChannel.subscribe('undici:client:sendHeaders',
    evt => {
      const {
        request: { method, path, origin }
      } = evt
      debugLog('sending request to %s %s%s', method, origin, path)
    })
}

let isTrackingRequestEvents = false

function trackRequestEvents (debugLog = undiciDebugLog) {
  if (isTrackingRequestEvents) {
    return
  }

  // Check if any of the channels already have subscribers to prevent duplicate subscriptions
  // This can happen when both Node.js built-in undici and undici as a dependency are present
  if (channels.headers.hasSubscribers || channels.trailers.hasSubscribers ||
      channels.error.hasSubscribers) {
    isTrackingRequestEvents = true
    return
  }

  isTrackingRequestEvents = true

  diagnosticsChannel.subscribe('undici:request:headers',
    evt => {
      const {
        request: { method, path, origin },
        response: { statusCode }
      } = evt
      debugLog(
        'received response to %s %s%s - HTTP %d',
        method,
        origin,
        path,
        statusCode
      )
    })

  diagnosticsChannel.subscribe('undici:request:trailers',
    evt => {
      const {
        request: { method, path, origin }
      } = evt
      debugLog('trailers received from %s %s%s', method, origin, path)
    })

  diagnosticsChannel.subscribe('undici:request:error',
    evt => {
      const {
        request: { method, path, origin },
        error
      } = evt
      debugLog(
        'request to %s %s%s errored - %s',
        method,
        origin,
        path,
        error.message
      )
    })
}

let isTrackingWebSocketEvents = false

function trackWebSocketEvents (debugLog = websocketDebuglog) {
  if (isTrackingWebSocketEvents) {
    return
  }

  // Check if any of the channels already have subscribers to prevent duplicate subscriptions
  // This can happen when both Node.js built-in undici and undici as a dependency are present
  if (channels.open.hasSubscribers || channels.close.hasSubscribers ||
      channels.socketError.hasSubscribers || channels.ping.hasSubscribers ||
      channels.pong.hasSubscribers) {
    isTrackingWebSocketEvents = true
    return
  }

  isTrackingWebSocketEvents = true

  diagnosticsChannel.subscribe('undici:websocket:open',
    evt => {
      if (evt.address != null) {
        const { address, port } = evt.address
        debugLog('connection opened %s%s', address, port ? `:${port}` : '')
      } else {
        debugLog('connection opened')
      }
    })

  diagnosticsChannel.subscribe('undici:websocket:close',
    evt => {
      const { websocket, code, reason } = evt
      debugLog(
        'closed connection to %s - %s %s',
        websocket.url,
        code,
        reason
      )
    })

  diagnosticsChannel.subscribe('undici:websocket:socket_error',
    err => {
      debugLog('connection errored - %s', err.message)
    })

  diagnosticsChannel.subscribe('undici:websocket:ping',
    evt => {
      debugLog('ping received')
    })

  diagnosticsChannel.subscribe('undici:websocket:pong',
    evt => {
      debugLog('pong received')
    })
}

if (undiciDebugLog.enabled || fetchDebuglog.enabled) {
  trackClientEvents(fetchDebuglog.enabled ? fetchDebuglog : undiciDebugLog)
  trackRequestEvents(fetchDebuglog.enabled ? fetchDebuglog : undiciDebugLog)
}

if (websocketDebuglog.enabled) {
  trackClientEvents(undiciDebugLog.enabled ? undiciDebugLog : websocketDebuglog)
  trackWebSocketEvents(websocketDebuglog)
}

module.exports = {
  channels
}


/***/ }),

/***/ 3092:
/***/ ((module) => {

"use strict";


const kUndiciError = Symbol.for('undici.error.UND_ERR')
class UndiciError extends Error {
  constructor (message, options) {
    super(message, options)
    this.name = 'UndiciError'
    this.code = 'UND_ERR'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kUndiciError] === true
  }

  get [kUndiciError] () {
    return true
  }
}

const kConnectTimeoutError = Symbol.for('undici.error.UND_ERR_CONNECT_TIMEOUT')
class ConnectTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ConnectTimeoutError'
    this.message = message || 'Connect Timeout Error'
    this.code = 'UND_ERR_CONNECT_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kConnectTimeoutError] === true
  }

  get [kConnectTimeoutError] () {
    return true
  }
}

const kHeadersTimeoutError = Symbol.for('undici.error.UND_ERR_HEADERS_TIMEOUT')
class HeadersTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'HeadersTimeoutError'
    this.message = message || 'Headers Timeout Error'
    this.code = 'UND_ERR_HEADERS_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHeadersTimeoutError] === true
  }

  get [kHeadersTimeoutError] () {
    return true
  }
}

const kHeadersOverflowError = Symbol.for('undici.error.UND_ERR_HEADERS_OVERFLOW')
class HeadersOverflowError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'HeadersOverflowError'
    this.message = message || 'Headers Overflow Error'
    this.code = 'UND_ERR_HEADERS_OVERFLOW'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHeadersOverflowError] === true
  }

  get [kHeadersOverflowError] () {
    return true
  }
}

const kBodyTimeoutError = Symbol.for('undici.error.UND_ERR_BODY_TIMEOUT')
class BodyTimeoutError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'BodyTimeoutError'
    this.message = message || 'Body Timeout Error'
    this.code = 'UND_ERR_BODY_TIMEOUT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kBodyTimeoutError] === true
  }

  get [kBodyTimeoutError] () {
    return true
  }
}

const kInvalidArgumentError = Symbol.for('undici.error.UND_ERR_INVALID_ARG')
class InvalidArgumentError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'InvalidArgumentError'
    this.message = message || 'Invalid Argument Error'
    this.code = 'UND_ERR_INVALID_ARG'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInvalidArgumentError] === true
  }

  get [kInvalidArgumentError] () {
    return true
  }
}

const kInvalidReturnValueError = Symbol.for('undici.error.UND_ERR_INVALID_RETURN_VALUE')
class InvalidReturnValueError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'InvalidReturnValueError'
    this.message = message || 'Invalid Return Value Error'
    this.code = 'UND_ERR_INVALID_RETURN_VALUE'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInvalidReturnValueError] === true
  }

  get [kInvalidReturnValueError] () {
    return true
  }
}

const kAbortError = Symbol.for('undici.error.UND_ERR_ABORT')
class AbortError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'AbortError'
    this.message = message || 'The operation was aborted'
    this.code = 'UND_ERR_ABORT'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kAbortError] === true
  }

  get [kAbortError] () {
    return true
  }
}

const kRequestAbortedError = Symbol.for('undici.error.UND_ERR_ABORTED')
class RequestAbortedError extends AbortError {
  constructor (message) {
    super(message)
    this.name = 'AbortError'
    this.message = message || 'Request aborted'
    this.code = 'UND_ERR_ABORTED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestAbortedError] === true
  }

  get [kRequestAbortedError] () {
    return true
  }
}

const kInformationalError = Symbol.for('undici.error.UND_ERR_INFO')
class InformationalError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'InformationalError'
    this.message = message || 'Request information'
    this.code = 'UND_ERR_INFO'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kInformationalError] === true
  }

  get [kInformationalError] () {
    return true
  }
}

const kRequestContentLengthMismatchError = Symbol.for('undici.error.UND_ERR_REQ_CONTENT_LENGTH_MISMATCH')
class RequestContentLengthMismatchError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'RequestContentLengthMismatchError'
    this.message = message || 'Request body length does not match content-length header'
    this.code = 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestContentLengthMismatchError] === true
  }

  get [kRequestContentLengthMismatchError] () {
    return true
  }
}

const kResponseContentLengthMismatchError = Symbol.for('undici.error.UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
class ResponseContentLengthMismatchError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ResponseContentLengthMismatchError'
    this.message = message || 'Response body length does not match content-length header'
    this.code = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseContentLengthMismatchError] === true
  }

  get [kResponseContentLengthMismatchError] () {
    return true
  }
}

const kClientDestroyedError = Symbol.for('undici.error.UND_ERR_DESTROYED')
class ClientDestroyedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ClientDestroyedError'
    this.message = message || 'The client is destroyed'
    this.code = 'UND_ERR_DESTROYED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kClientDestroyedError] === true
  }

  get [kClientDestroyedError] () {
    return true
  }
}

const kClientClosedError = Symbol.for('undici.error.UND_ERR_CLOSED')
class ClientClosedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ClientClosedError'
    this.message = message || 'The client is closed'
    this.code = 'UND_ERR_CLOSED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kClientClosedError] === true
  }

  get [kClientClosedError] () {
    return true
  }
}

const kSocketError = Symbol.for('undici.error.UND_ERR_SOCKET')
class SocketError extends UndiciError {
  constructor (message, socket) {
    super(message)
    this.name = 'SocketError'
    this.message = message || 'Socket error'
    this.code = 'UND_ERR_SOCKET'
    this.socket = socket
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kSocketError] === true
  }

  get [kSocketError] () {
    return true
  }
}

const kNotSupportedError = Symbol.for('undici.error.UND_ERR_NOT_SUPPORTED')
class NotSupportedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'NotSupportedError'
    this.message = message || 'Not supported error'
    this.code = 'UND_ERR_NOT_SUPPORTED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kNotSupportedError] === true
  }

  get [kNotSupportedError] () {
    return true
  }
}

const kBalancedPoolMissingUpstreamError = Symbol.for('undici.error.UND_ERR_BPL_MISSING_UPSTREAM')
class BalancedPoolMissingUpstreamError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MissingUpstreamError'
    this.message = message || 'No upstream has been added to the BalancedPool'
    this.code = 'UND_ERR_BPL_MISSING_UPSTREAM'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kBalancedPoolMissingUpstreamError] === true
  }

  get [kBalancedPoolMissingUpstreamError] () {
    return true
  }
}

const kHTTPParserError = Symbol.for('undici.error.UND_ERR_HTTP_PARSER')
class HTTPParserError extends Error {
  constructor (message, code, data) {
    super(message)
    this.name = 'HTTPParserError'
    this.code = code ? `HPE_${code}` : undefined
    this.data = data ? data.toString() : undefined
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kHTTPParserError] === true
  }

  get [kHTTPParserError] () {
    return true
  }
}

const kResponseExceededMaxSizeError = Symbol.for('undici.error.UND_ERR_RES_EXCEEDED_MAX_SIZE')
class ResponseExceededMaxSizeError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'ResponseExceededMaxSizeError'
    this.message = message || 'Response content exceeded max size'
    this.code = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseExceededMaxSizeError] === true
  }

  get [kResponseExceededMaxSizeError] () {
    return true
  }
}

const kRequestRetryError = Symbol.for('undici.error.UND_ERR_REQ_RETRY')
class RequestRetryError extends UndiciError {
  constructor (message, code, { headers, data }) {
    super(message)
    this.name = 'RequestRetryError'
    this.message = message || 'Request retry error'
    this.code = 'UND_ERR_REQ_RETRY'
    this.statusCode = code
    this.data = data
    this.headers = headers
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kRequestRetryError] === true
  }

  get [kRequestRetryError] () {
    return true
  }
}

const kResponseError = Symbol.for('undici.error.UND_ERR_RESPONSE')
class ResponseError extends UndiciError {
  constructor (message, code, { headers, body }) {
    super(message)
    this.name = 'ResponseError'
    this.message = message || 'Response error'
    this.code = 'UND_ERR_RESPONSE'
    this.statusCode = code
    this.body = body
    this.headers = headers
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kResponseError] === true
  }

  get [kResponseError] () {
    return true
  }
}

const kSecureProxyConnectionError = Symbol.for('undici.error.UND_ERR_PRX_TLS')
class SecureProxyConnectionError extends UndiciError {
  constructor (cause, message, options = {}) {
    super(message, { cause, ...options })
    this.name = 'SecureProxyConnectionError'
    this.message = message || 'Secure Proxy Connection failed'
    this.code = 'UND_ERR_PRX_TLS'
    this.cause = cause
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kSecureProxyConnectionError] === true
  }

  get [kSecureProxyConnectionError] () {
    return true
  }
}

const kMaxOriginsReachedError = Symbol.for('undici.error.UND_ERR_MAX_ORIGINS_REACHED')
class MaxOriginsReachedError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MaxOriginsReachedError'
    this.message = message || 'Maximum allowed origins reached'
    this.code = 'UND_ERR_MAX_ORIGINS_REACHED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kMaxOriginsReachedError] === true
  }

  get [kMaxOriginsReachedError] () {
    return true
  }
}

class Socks5ProxyError extends UndiciError {
  constructor (message, code) {
    super(message)
    this.name = 'Socks5ProxyError'
    this.message = message || 'SOCKS5 proxy error'
    this.code = code || 'UND_ERR_SOCKS5'
  }
}

const kMessageSizeExceededError = Symbol.for('undici.error.UND_ERR_WS_MESSAGE_SIZE_EXCEEDED')
class MessageSizeExceededError extends UndiciError {
  constructor (message) {
    super(message)
    this.name = 'MessageSizeExceededError'
    this.message = message || 'Max decompressed message size exceeded'
    this.code = 'UND_ERR_WS_MESSAGE_SIZE_EXCEEDED'
  }

  static [Symbol.hasInstance] (instance) {
    return instance && instance[kMessageSizeExceededError] === true
  }

  get [kMessageSizeExceededError] () {
    return true
  }
}

module.exports = {
  AbortError,
  HTTPParserError,
  UndiciError,
  HeadersTimeoutError,
  HeadersOverflowError,
  BodyTimeoutError,
  RequestContentLengthMismatchError,
  ConnectTimeoutError,
  InvalidArgumentError,
  InvalidReturnValueError,
  RequestAbortedError,
  ClientDestroyedError,
  ClientClosedError,
  InformationalError,
  SocketError,
  NotSupportedError,
  ResponseContentLengthMismatchError,
  BalancedPoolMissingUpstreamError,
  ResponseExceededMaxSizeError,
  RequestRetryError,
  ResponseError,
  SecureProxyConnectionError,
  MaxOriginsReachedError,
  Socks5ProxyError,
  MessageSizeExceededError
}


/***/ }),

/***/ 9450:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const {
  InvalidArgumentError,
  NotSupportedError
} = __nccwpck_require__(3092)
const assert = __nccwpck_require__(1405)
const {
  isValidHTTPToken,
  isValidHeaderValue,
  isStream,
  destroy,
  isBuffer,
  isFormDataLike,
  isIterable,
  hasSafeIterator,
  isBlobLike,
  serializePathWithQuery,
  assertRequestHandler,
  getServerName,
  normalizedMethodRecords,
  getProtocolFromUrlString
} = __nccwpck_require__(9203)
const { channels } = __nccwpck_require__(6883)
const { headerNameLowerCasedRecord } = __nccwpck_require__(4574)

// Verifies that a given path is valid does not contain control chars \x00 to \x20
const invalidPathRegex = /[^\u0021-\u00ff]/

function isValidContentLengthHeaderValue (val) {
  if (typeof val !== 'string' || val.length === 0) {
    return false
  }

  for (let i = 0; i < val.length; i++) {
    const charCode = val.charCodeAt(i)
    if (charCode < 48 || charCode > 57) {
      return false
    }
  }

  return true
}

const kHandler = Symbol('handler')

class Request {
  constructor (origin, {
    path,
    method,
    body,
    headers,
    query,
    idempotent,
    blocking,
    upgrade,
    headersTimeout,
    bodyTimeout,
    reset,
    expectContinue,
    servername,
    throwOnError,
    maxRedirections,
    typeOfService
  }, handler) {
    if (typeof path !== 'string') {
      throw new InvalidArgumentError('path must be a string')
    } else if (
      path[0] !== '/' &&
      !(path.startsWith('http://') || path.startsWith('https://')) &&
      method !== 'CONNECT'
    ) {
      throw new InvalidArgumentError('path must be an absolute URL or start with a slash')
    } else if (invalidPathRegex.test(path)) {
      throw new InvalidArgumentError('invalid request path')
    }

    if (typeof method !== 'string') {
      throw new InvalidArgumentError('method must be a string')
    } else if (normalizedMethodRecords[method] === undefined && !isValidHTTPToken(method)) {
      throw new InvalidArgumentError('invalid request method')
    }

    if (upgrade && typeof upgrade !== 'string') {
      throw new InvalidArgumentError('upgrade must be a string')
    }

    if (upgrade && !isValidHeaderValue(upgrade)) {
      throw new InvalidArgumentError('invalid upgrade header')
    }

    if (headersTimeout != null && (!Number.isFinite(headersTimeout) || headersTimeout < 0)) {
      throw new InvalidArgumentError('invalid headersTimeout')
    }

    if (bodyTimeout != null && (!Number.isFinite(bodyTimeout) || bodyTimeout < 0)) {
      throw new InvalidArgumentError('invalid bodyTimeout')
    }

    if (reset != null && typeof reset !== 'boolean') {
      throw new InvalidArgumentError('invalid reset')
    }

    if (expectContinue != null && typeof expectContinue !== 'boolean') {
      throw new InvalidArgumentError('invalid expectContinue')
    }

    if (throwOnError != null) {
      throw new InvalidArgumentError('invalid throwOnError')
    }

    if (maxRedirections != null && maxRedirections !== 0) {
      throw new InvalidArgumentError('maxRedirections is not supported, use the redirect interceptor')
    }

    if (typeOfService != null && (!Number.isInteger(typeOfService) || typeOfService < 0 || typeOfService > 255)) {
      throw new InvalidArgumentError('typeOfService must be an integer between 0 and 255')
    }

    this.headersTimeout = headersTimeout

    this.bodyTimeout = bodyTimeout

    this.method = method

    this.typeOfService = typeOfService

    this.abort = null

    if (body == null) {
      this.body = null
    } else if (isStream(body)) {
      this.body = body

      const rState = this.body._readableState
      if (!rState || !rState.autoDestroy) {
        this.endHandler = function autoDestroy () {
          destroy(this)
        }
        this.body.on('end', this.endHandler)
      }

      this.errorHandler = err => {
        if (this.abort) {
          this.abort(err)
        } else {
          this.error = err
        }
      }
      this.body.on('error', this.errorHandler)
    } else if (isBuffer(body)) {
      this.body = body.byteLength ? body : null
    } else if (ArrayBuffer.isView(body)) {
      this.body = body.buffer.byteLength ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null
    } else if (body instanceof ArrayBuffer) {
      this.body = body.byteLength ? Buffer.from(body) : null
    } else if (typeof body === 'string') {
      this.body = body.length ? Buffer.from(body) : null
    } else if (isFormDataLike(body) || isIterable(body) || isBlobLike(body)) {
      this.body = body
    } else {
      throw new InvalidArgumentError('body must be a string, a Buffer, a Readable stream, an iterable, or an async iterable')
    }

    this.completed = false
    this.aborted = false

    this.upgrade = upgrade || null

    this.path = query ? serializePathWithQuery(path, query) : path

    // TODO: shall we maybe standardize it to an URL object?
    this.origin = origin

    this.protocol = getProtocolFromUrlString(origin)

    this.idempotent = idempotent == null
      ? method === 'HEAD' || method === 'GET'
      : idempotent

    this.blocking = blocking ?? this.method !== 'HEAD'

    this.reset = reset == null ? null : reset

    this.host = null

    this.contentLength = null

    this.contentType = null

    this.headers = []

    // Only for H2
    this.expectContinue = expectContinue != null ? expectContinue : false

    if (Array.isArray(headers)) {
      if (headers.length % 2 !== 0) {
        throw new InvalidArgumentError('headers array must be even')
      }
      for (let i = 0; i < headers.length; i += 2) {
        processHeader(this, headers[i], headers[i + 1])
      }
    } else if (headers && typeof headers === 'object') {
      if (hasSafeIterator(headers)) {
        for (const header of headers) {
          if (!Array.isArray(header) || header.length !== 2) {
            throw new InvalidArgumentError('headers must be in key-value pair format')
          }
          processHeader(this, header[0], header[1])
        }
      } else {
        const keys = Object.keys(headers)
        for (let i = 0; i < keys.length; ++i) {
          processHeader(this, keys[i], headers[keys[i]])
        }
      }
    } else if (headers != null) {
      throw new InvalidArgumentError('headers must be an object or an array')
    }

    assertRequestHandler(handler, method, upgrade)

    this.servername = servername || getServerName(this.host) || null

    this[kHandler] = handler

    if (channels.create.hasSubscribers) {
      channels.create.publish({ request: this })
    }
  }

  onBodySent (chunk) {
    if (channels.bodyChunkSent.hasSubscribers) {
      channels.bodyChunkSent.publish({ request: this, chunk })
    }
    if (this[kHandler].onBodySent) {
      try {
        return this[kHandler].onBodySent(chunk)
      } catch (err) {
        this.abort(err)
      }
    }
  }

  onRequestSent () {
    if (channels.bodySent.hasSubscribers) {
      channels.bodySent.publish({ request: this })
    }

    if (this[kHandler].onRequestSent) {
      try {
        return this[kHandler].onRequestSent()
      } catch (err) {
        this.abort(err)
      }
    }
  }

  onConnect (abort) {
    assert(!this.aborted)
    assert(!this.completed)

    if (this.error) {
      abort(this.error)
    } else {
      this.abort = abort
      return this[kHandler].onConnect(abort)
    }
  }

  onResponseStarted () {
    return this[kHandler].onResponseStarted?.()
  }

  onHeaders (statusCode, headers, resume, statusText) {
    assert(!this.aborted)
    assert(!this.completed)

    if (channels.headers.hasSubscribers) {
      channels.headers.publish({ request: this, response: { statusCode, headers, statusText } })
    }

    try {
      return this[kHandler].onHeaders(statusCode, headers, resume, statusText)
    } catch (err) {
      this.abort(err)
    }
  }

  onData (chunk) {
    assert(!this.aborted)
    assert(!this.completed)

    if (channels.bodyChunkReceived.hasSubscribers) {
      channels.bodyChunkReceived.publish({ request: this, chunk })
    }
    try {
      return this[kHandler].onData(chunk)
    } catch (err) {
      this.abort(err)
      return false
    }
  }

  /**
   * @param {number} statusCode
   * @param {Buffer[]|string[]} headers
   * @param {import('node:stream').Duplex} socket
   * @param {string} [statusText]
   */
  onUpgrade (statusCode, headers, socket, statusText = '') {
    this.onFinally()

    assert(!this.aborted)
    assert(!this.completed)

    if (channels.headers.hasSubscribers) {
      channels.headers.publish({ request: this, response: { statusCode, headers, statusText } })
    }

    const result = this[kHandler].onUpgrade(statusCode, headers, socket)

    if (!this.aborted) {
      this.completed = true
      if (channels.trailers.hasSubscribers) {
        channels.trailers.publish({ request: this, trailers: [] })
      }
    }

    return result
  }

  onComplete (trailers) {
    this.onFinally()

    assert(!this.aborted)
    assert(!this.completed)

    this.completed = true
    if (channels.trailers.hasSubscribers) {
      channels.trailers.publish({ request: this, trailers })
    }

    try {
      return this[kHandler].onComplete(trailers)
    } catch (err) {
      // TODO (fix): This might be a bad idea?
      this.onError(err)
    }
  }

  onError (error) {
    this.onFinally()

    if (channels.error.hasSubscribers) {
      channels.error.publish({ request: this, error })
    }

    if (this.aborted) {
      return
    }
    this.aborted = true

    return this[kHandler].onError(error)
  }

  onFinally () {
    if (this.errorHandler) {
      this.body.off('error', this.errorHandler)
      this.errorHandler = null
    }

    if (this.endHandler) {
      this.body.off('end', this.endHandler)
      this.endHandler = null
    }
  }

  addHeader (key, value) {
    processHeader(this, key, value)
    return this
  }
}

function processHeader (request, key, val) {
  if (val && (typeof val === 'object' && !Array.isArray(val))) {
    throw new InvalidArgumentError(`invalid ${key} header`)
  } else if (val === undefined) {
    return
  }

  let headerName = headerNameLowerCasedRecord[key]

  if (headerName === undefined) {
    headerName = key.toLowerCase()
    if (headerNameLowerCasedRecord[headerName] === undefined && !isValidHTTPToken(headerName)) {
      throw new InvalidArgumentError('invalid header key')
    }
  }

  if (Array.isArray(val)) {
    const arr = []
    for (let i = 0; i < val.length; i++) {
      if (typeof val[i] === 'string') {
        if (!isValidHeaderValue(val[i])) {
          throw new InvalidArgumentError(`invalid ${key} header`)
        }
        arr.push(val[i])
      } else if (val[i] === null) {
        arr.push('')
      } else if (typeof val[i] === 'object') {
        throw new InvalidArgumentError(`invalid ${key} header`)
      } else {
        // Coerce primitives (and reject unsafe coercions such as functions
        // with a crafted toString/Symbol.toPrimitive).
        const str = `${val[i]}`
        if (!isValidHeaderValue(str)) {
          throw new InvalidArgumentError(`invalid ${key} header`)
        }
        arr.push(str)
      }
    }
    val = arr
  } else if (typeof val === 'string') {
    if (!isValidHeaderValue(val)) {
      throw new InvalidArgumentError(`invalid ${key} header`)
    }
  } else if (val === null) {
    val = ''
  } else {
    // Coerce primitives (and reject unsafe coercions such as functions
    // with a crafted toString/Symbol.toPrimitive).
    val = `${val}`
    if (!isValidHeaderValue(val)) {
      throw new InvalidArgumentError(`invalid ${key} header`)
    }
  }

  if (headerName === 'host') {
    if (request.host !== null) {
      throw new InvalidArgumentError('duplicate host header')
    }
    if (typeof val !== 'string') {
      throw new InvalidArgumentError('invalid host header')
    }
    // Consumed by Client
    request.host = val
  } else if (headerName === 'content-length') {
    if (request.contentLength !== null) {
      throw new InvalidArgumentError('duplicate content-length header')
    }
    if (!isValidContentLengthHeaderValue(val)) {
      throw new InvalidArgumentError('invalid content-length header')
    }
    request.contentLength = parseInt(val, 10)
  } else if (request.contentType === null && headerName === 'content-type') {
    request.contentType = val
    request.headers.push(key, val)
  } else if (headerName === 'transfer-encoding' || headerName === 'keep-alive' || headerName === 'upgrade') {
    throw new InvalidArgumentError(`invalid ${headerName} header`)
  } else if (headerName === 'connection') {
    // Per RFC 7230 Section 6.1, Connection header can contain
    // a comma-separated list of connection option tokens (header names)
    const value = typeof val === 'string' ? val : null
    if (value === null) {
      throw new InvalidArgumentError('invalid connection header')
    }

    for (const token of value.toLowerCase().split(',')) {
      const trimmed = token.trim()
      if (!isValidHTTPToken(trimmed)) {
        throw new InvalidArgumentError('invalid connection header')
      }
      if (trimmed === 'close') {
        request.reset = true
      }
    }
  } else if (headerName === 'expect') {
    throw new NotSupportedError('expect header not supported')
  } else {
    request.headers.push(key, val)
  }
}

module.exports = Request


/***/ }),

/***/ 6478:
/***/ ((module) => {

"use strict";


module.exports = {
  kClose: Symbol('close'),
  kDestroy: Symbol('destroy'),
  kDispatch: Symbol('dispatch'),
  kUrl: Symbol('url'),
  kRedirectCacheControl: Symbol('redirect cache control'),
  kWriting: Symbol('writing'),
  kResuming: Symbol('resuming'),
  kQueue: Symbol('queue'),
  kConnect: Symbol('connect'),
  kConnecting: Symbol('connecting'),
  kKeepAliveDefaultTimeout: Symbol('default keep alive timeout'),
  kKeepAliveMaxTimeout: Symbol('max keep alive timeout'),
  kKeepAliveTimeoutThreshold: Symbol('keep alive timeout threshold'),
  kKeepAliveTimeoutValue: Symbol('keep alive timeout'),
  kKeepAlive: Symbol('keep alive'),
  kHeadersTimeout: Symbol('headers timeout'),
  kBodyTimeout: Symbol('body timeout'),
  kServerName: Symbol('server name'),
  kLocalAddress: Symbol('local address'),
  kHost: Symbol('host'),
  kNoRef: Symbol('no ref'),
  kBodyUsed: Symbol('used'),
  kBody: Symbol('abstracted request body'),
  kRunning: Symbol('running'),
  kBlocking: Symbol('blocking'),
  kPending: Symbol('pending'),
  kSize: Symbol('size'),
  kBusy: Symbol('busy'),
  kQueued: Symbol('queued'),
  kFree: Symbol('free'),
  kConnected: Symbol('connected'),
  kClosed: Symbol('closed'),
  kNeedDrain: Symbol('need drain'),
  kReset: Symbol('reset'),
  kDestroyed: Symbol.for('nodejs.stream.destroyed'),
  kResume: Symbol('resume'),
  kOnError: Symbol('on error'),
  kMaxHeadersSize: Symbol('max headers size'),
  kRunningIdx: Symbol('running index'),
  kPendingIdx: Symbol('pending index'),
  kError: Symbol('error'),
  kClients: Symbol('clients'),
  kClient: Symbol('client'),
  kParser: Symbol('parser'),
  kOnDestroyed: Symbol('destroy callbacks'),
  kPipelining: Symbol('pipelining'),
  kSocket: Symbol('socket'),
  kHostHeader: Symbol('host header'),
  kConnector: Symbol('connector'),
  kStrictContentLength: Symbol('strict content length'),
  kMaxRedirections: Symbol('maxRedirections'),
  kMaxRequests: Symbol('maxRequestsPerClient'),
  kProxy: Symbol('proxy agent options'),
  kCounter: Symbol('socket request counter'),
  kMaxResponseSize: Symbol('max response size'),
  kHTTP2Session: Symbol('http2Session'),
  kHTTP2SessionState: Symbol('http2Session state'),
  kRetryHandlerDefaultRetry: Symbol('retry agent default retry'),
  kConstruct: Symbol('constructable'),
  kListeners: Symbol('listeners'),
  kHTTPContext: Symbol('http context'),
  kMaxConcurrentStreams: Symbol('max concurrent streams'),
  kHTTP2InitialWindowSize: Symbol('http2 initial window size'),
  kHTTP2ConnectionWindowSize: Symbol('http2 connection window size'),
  kEnableConnectProtocol: Symbol('http2session connect protocol'),
  kRemoteSettings: Symbol('http2session remote settings'),
  kHTTP2Stream: Symbol('http2session client stream'),
  kPingInterval: Symbol('ping interval'),
  kNoProxyAgent: Symbol('no proxy agent'),
  kHttpProxyAgent: Symbol('http proxy agent'),
  kHttpsProxyAgent: Symbol('https proxy agent'),
  kSocks5ProxyAgent: Symbol('socks5 proxy agent')
}


/***/ }),

/***/ 1959:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const {
  wellknownHeaderNames,
  headerNameLowerCasedRecord
} = __nccwpck_require__(4574)

class TstNode {
  /** @type {any} */
  value = null
  /** @type {null | TstNode} */
  left = null
  /** @type {null | TstNode} */
  middle = null
  /** @type {null | TstNode} */
  right = null
  /** @type {number} */
  code
  /**
   * @param {string} key
   * @param {any} value
   * @param {number} index
   */
  constructor (key, value, index) {
    if (index === undefined || index >= key.length) {
      throw new TypeError('Unreachable')
    }
    const code = this.code = key.charCodeAt(index)
    // check code is ascii string
    if (code > 0x7F) {
      throw new TypeError('key must be ascii string')
    }
    if (key.length !== ++index) {
      this.middle = new TstNode(key, value, index)
    } else {
      this.value = value
    }
  }

  /**
   * @param {string} key
   * @param {any} value
   * @returns {void}
   */
  add (key, value) {
    const length = key.length
    if (length === 0) {
      throw new TypeError('Unreachable')
    }
    let index = 0
    /**
     * @type {TstNode}
     */
    let node = this
    while (true) {
      const code = key.charCodeAt(index)
      // check code is ascii string
      if (code > 0x7F) {
        throw new TypeError('key must be ascii string')
      }
      if (node.code === code) {
        if (length === ++index) {
          node.value = value
          break
        } else if (node.middle !== null) {
          node = node.middle
        } else {
          node.middle = new TstNode(key, value, index)
          break
        }
      } else if (node.code < code) {
        if (node.left !== null) {
          node = node.left
        } else {
          node.left = new TstNode(key, value, index)
          break
        }
      } else if (node.right !== null) {
        node = node.right
      } else {
        node.right = new TstNode(key, value, index)
        break
      }
    }
  }

  /**
   * @param {Uint8Array} key
   * @returns {TstNode | null}
   */
  search (key) {
    const keylength = key.length
    let index = 0
    /**
     * @type {TstNode|null}
     */
    let node = this
    while (node !== null && index < keylength) {
      let code = key[index]
      // A-Z
      // First check if it is bigger than 0x5a.
      // Lowercase letters have higher char codes than uppercase ones.
      // Also we assume that headers will mostly contain lowercase characters.
      if (code <= 0x5a && code >= 0x41) {
        // Lowercase for uppercase.
        code |= 32
      }
      while (node !== null) {
        if (code === node.code) {
          if (keylength === ++index) {
            // Returns Node since it is the last key.
            return node
          }
          node = node.middle
          break
        }
        node = node.code < code ? node.left : node.right
      }
    }
    return null
  }
}

class TernarySearchTree {
  /** @type {TstNode | null} */
  node = null

  /**
   * @param {string} key
   * @param {any} value
   * @returns {void}
   * */
  insert (key, value) {
    if (this.node === null) {
      this.node = new TstNode(key, value, 0)
    } else {
      this.node.add(key, value)
    }
  }

  /**
   * @param {Uint8Array} key
   * @returns {any}
   */
  lookup (key) {
    return this.node?.search(key)?.value ?? null
  }
}

const tree = new TernarySearchTree()

for (let i = 0; i < wellknownHeaderNames.length; ++i) {
  const key = headerNameLowerCasedRecord[wellknownHeaderNames[i]]
  tree.insert(key, key)
}

module.exports = {
  TernarySearchTree,
  tree
}


/***/ }),

/***/ 9203:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const assert = __nccwpck_require__(1405)
const { kDestroyed, kBodyUsed, kListeners, kBody } = __nccwpck_require__(6478)
class IncomingMessage {}
const stream = __nccwpck_require__(7075)
const net = __nccwpck_require__(7030)
const { stringify } = __nccwpck_require__(1792)
const { EventEmitter: EE } = __nccwpck_require__(8474)
const timers = __nccwpck_require__(4132)
const { InvalidArgumentError, ConnectTimeoutError } = __nccwpck_require__(3092)
const { headerNameLowerCasedRecord } = __nccwpck_require__(4574)
const { tree } = __nccwpck_require__(1959)

const [nodeMajor, nodeMinor] = process.versions.node.split('.', 2).map(v => Number(v))

class BodyAsyncIterable {
  constructor (body) {
    this[kBody] = body
    this[kBodyUsed] = false
  }

  async * [Symbol.asyncIterator] () {
    assert(!this[kBodyUsed], 'disturbed')
    this[kBodyUsed] = true
    yield * this[kBody]
  }
}

function noop () {}

/**
 * @param {*} body
 * @returns {*}
 */
function wrapRequestBody (body) {
  if (isStream(body)) {
    // TODO (fix): Provide some way for the user to cache the file to e.g. /tmp
    // so that it can be dispatched again?
    // TODO (fix): Do we need 100-expect support to provide a way to do this properly?
    if (bodyLength(body) === 0) {
      body
        .on('data', function () {
          assert(false)
        })
    }

    if (typeof body.readableDidRead !== 'boolean') {
      body[kBodyUsed] = false
      EE.prototype.on.call(body, 'data', function () {
        this[kBodyUsed] = true
      })
    }

    return body
  } else if (body && typeof body.pipeTo === 'function') {
    // TODO (fix): We can't access ReadableStream internal state
    // to determine whether or not it has been disturbed. This is just
    // a workaround.
    return new BodyAsyncIterable(body)
  } else if (body && isFormDataLike(body)) {
    return body
  } else if (
    body &&
    typeof body !== 'string' &&
    !ArrayBuffer.isView(body) &&
    isIterable(body)
  ) {
    // TODO: Should we allow re-using iterable if !this.opts.idempotent
    // or through some other flag?
    return new BodyAsyncIterable(body)
  } else {
    return body
  }
}

/**
 * @param {*} obj
 * @returns {obj is import('node:stream').Stream}
 */
function isStream (obj) {
  return obj && typeof obj === 'object' && typeof obj.pipe === 'function' && typeof obj.on === 'function'
}

/**
 * @param {*} object
 * @returns {object is Blob}
 * based on https://github.com/node-fetch/fetch-blob/blob/8ab587d34080de94140b54f07168451e7d0b655e/index.js#L229-L241 (MIT License)
 */
function isBlobLike (object) {
  if (object === null) {
    return false
  } else if (object instanceof Blob) {
    return true
  } else if (typeof object !== 'object') {
    return false
  } else {
    const sTag = object[Symbol.toStringTag]

    return (sTag === 'Blob' || sTag === 'File') && (
      ('stream' in object && typeof object.stream === 'function') ||
      ('arrayBuffer' in object && typeof object.arrayBuffer === 'function')
    )
  }
}

/**
 * @param {string} url The path to check for query strings or fragments.
 * @returns {boolean} Returns true if the path contains a query string or fragment.
 */
function pathHasQueryOrFragment (url) {
  return (
    url.includes('?') ||
    url.includes('#')
  )
}

/**
 * @param {string} url The URL to add the query params to
 * @param {import('node:querystring').ParsedUrlQueryInput} queryParams The object to serialize into a URL query string
 * @returns {string} The URL with the query params added
 */
function serializePathWithQuery (url, queryParams) {
  if (pathHasQueryOrFragment(url)) {
    throw new Error('Query params cannot be passed when url already contains "?" or "#".')
  }

  const stringified = stringify(queryParams)

  if (stringified) {
    url += '?' + stringified
  }

  return url
}

/**
 * @param {number|string|undefined} port
 * @returns {boolean}
 */
function isValidPort (port) {
  const value = parseInt(port, 10)
  return (
    value === Number(port) &&
    value >= 0 &&
    value <= 65535
  )
}

/**
 * Check if the value is a valid http or https prefixed string.
 *
 * @param {string} value
 * @returns {boolean}
 */
function isHttpOrHttpsPrefixed (value) {
  return (
    value != null &&
    value[0] === 'h' &&
    value[1] === 't' &&
    value[2] === 't' &&
    value[3] === 'p' &&
    (
      value[4] === ':' ||
      (
        value[4] === 's' &&
        value[5] === ':'
      )
    )
  )
}

/**
 * @param {string|URL|Record<string,string>} url
 * @returns {URL}
 */
function parseURL (url) {
  if (typeof url === 'string') {
    /**
     * @type {URL}
     */
    url = new URL(url)

    if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
      throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
    }

    return url
  }

  if (!url || typeof url !== 'object') {
    throw new InvalidArgumentError('Invalid URL: The URL argument must be a non-null object.')
  }

  if (!(url instanceof URL)) {
    if (url.port != null && url.port !== '' && isValidPort(url.port) === false) {
      throw new InvalidArgumentError('Invalid URL: port must be a valid integer or a string representation of an integer.')
    }

    if (url.path != null && typeof url.path !== 'string') {
      throw new InvalidArgumentError('Invalid URL path: the path must be a string or null/undefined.')
    }

    if (url.pathname != null && typeof url.pathname !== 'string') {
      throw new InvalidArgumentError('Invalid URL pathname: the pathname must be a string or null/undefined.')
    }

    if (url.hostname != null && typeof url.hostname !== 'string') {
      throw new InvalidArgumentError('Invalid URL hostname: the hostname must be a string or null/undefined.')
    }

    if (url.origin != null && typeof url.origin !== 'string') {
      throw new InvalidArgumentError('Invalid URL origin: the origin must be a string or null/undefined.')
    }

    if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
      throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
    }

    const port = url.port != null
      ? url.port
      : (url.protocol === 'https:' ? 443 : 80)
    let origin = url.origin != null
      ? url.origin
      : `${url.protocol || ''}//${url.hostname || ''}:${port}`
    let path = url.path != null
      ? url.path
      : `${url.pathname || ''}${url.search || ''}`

    if (origin[origin.length - 1] === '/') {
      origin = origin.slice(0, origin.length - 1)
    }

    if (path && path[0] !== '/') {
      path = `/${path}`
    }
    // new URL(path, origin) is unsafe when `path` contains an absolute URL
    // From https://developer.mozilla.org/en-US/docs/Web/API/URL/URL:
    // If first parameter is a relative URL, second param is required, and will be used as the base URL.
    // If first parameter is an absolute URL, a given second param will be ignored.
    return new URL(`${origin}${path}`)
  }

  if (!isHttpOrHttpsPrefixed(url.origin || url.protocol)) {
    throw new InvalidArgumentError('Invalid URL protocol: the URL must start with `http:` or `https:`.')
  }

  return url
}

/**
 * @param {string|URL|Record<string, string>} url
 * @returns {URL}
 */
function parseOrigin (url) {
  url = parseURL(url)

  if (url.pathname !== '/' || url.search || url.hash) {
    throw new InvalidArgumentError('invalid url')
  }

  return url
}

/**
 * @param {string} host
 * @returns {string}
 */
function getHostname (host) {
  if (host[0] === '[') {
    const idx = host.indexOf(']')

    assert(idx !== -1)
    return host.substring(1, idx)
  }

  const idx = host.indexOf(':')
  if (idx === -1) return host

  return host.substring(0, idx)
}

/**
 * IP addresses are not valid server names per RFC6066
 * Currently, the only server names supported are DNS hostnames
 * @param {string|null} host
 * @returns {string|null}
 */
function getServerName (host) {
  if (!host) {
    return null
  }

  assert(typeof host === 'string')

  const servername = getHostname(host)
  if (net.isIP(servername)) {
    return ''
  }

  return servername
}

/**
 * @function
 * @template T
 * @param {T} obj
 * @returns {T}
 */
function deepClone (obj) {
  return JSON.parse(JSON.stringify(obj))
}

/**
 * @param {*} obj
 * @returns {obj is AsyncIterable}
 */
function isAsyncIterable (obj) {
  return !!(obj != null && typeof obj[Symbol.asyncIterator] === 'function')
}

/**
 * @param {*} obj
 * @returns {obj is Iterable}
 */
function isIterable (obj) {
  return !!(obj != null && (typeof obj[Symbol.iterator] === 'function' || typeof obj[Symbol.asyncIterator] === 'function'))
}

/**
 * Checks whether an object has a safe Symbol.iterator \u2014 i.e. one that is
 * either own or inherited from a non-Object.prototype chain.  This prevents
 * prototype-pollution attacks from injecting a fake iterator on
 * Object.prototype.
 * @param {object} obj
 * @returns {boolean}
 */
function hasSafeIterator (obj) {
  const prototype = Object.getPrototypeOf(obj)
  const ownIterator = Object.prototype.hasOwnProperty.call(obj, Symbol.iterator)
  return ownIterator || (prototype != null && prototype !== Object.prototype && typeof obj[Symbol.iterator] === 'function')
}

/**
 * @param {Blob|Buffer|import ('stream').Stream} body
 * @returns {number|null}
 */
function bodyLength (body) {
  if (body == null) {
    return 0
  } else if (isStream(body)) {
    const state = body._readableState
    return state && state.objectMode === false && state.ended === true && Number.isFinite(state.length)
      ? state.length
      : null
  } else if (isBlobLike(body)) {
    return body.size != null ? body.size : null
  } else if (isBuffer(body)) {
    return body.byteLength
  }

  return null
}

/**
 * @param {import ('stream').Stream} body
 * @returns {boolean}
 */
function isDestroyed (body) {
  return body && !!(body.destroyed || body[kDestroyed] || (stream.isDestroyed?.(body)))
}

/**
 * @param {import ('stream').Stream} stream
 * @param {Error} [err]
 * @returns {void}
 */
function destroy (stream, err) {
  if (stream == null || !isStream(stream) || isDestroyed(stream)) {
    return
  }

  if (typeof stream.destroy === 'function') {
    if (Object.getPrototypeOf(stream).constructor === IncomingMessage) {
      // See: https://github.com/nodejs/node/pull/38505/files
      stream.socket = null
    }

    stream.destroy(err)
  } else if (err) {
    queueMicrotask(() => {
      stream.emit('error', err)
    })
  }

  if (stream.destroyed !== true) {
    stream[kDestroyed] = true
  }
}

const KEEPALIVE_TIMEOUT_EXPR = /timeout=(\d+)/
/**
 * @param {string} val
 * @returns {number | null}
 */
function parseKeepAliveTimeout (val) {
  const m = val.match(KEEPALIVE_TIMEOUT_EXPR)
  return m ? parseInt(m[1], 10) * 1000 : null
}

/**
 * Retrieves a header name and returns its lowercase value.
 * @param {string | Buffer} value Header name
 * @returns {string}
 */
function headerNameToString (value) {
  return typeof value === 'string'
    ? headerNameLowerCasedRecord[value] ?? value.toLowerCase()
    : tree.lookup(value) ?? value.toString('latin1').toLowerCase()
}

/**
 * Receive the buffer as a string and return its lowercase value.
 * @param {Buffer} value Header name
 * @returns {string}
 */
function bufferToLowerCasedHeaderName (value) {
  return tree.lookup(value) ?? value.toString('latin1').toLowerCase()
}

/**
 * @param {(Buffer | string)[]} headers
 * @param {Record<string, string | string[]>} [obj]
 * @returns {Record<string, string | string[]>}
 */
function parseHeaders (headers, obj) {
  if (obj === undefined) obj = {}

  for (let i = 0; i < headers.length; i += 2) {
    const key = headerNameToString(headers[i])
    let val = obj[key]

    if (val !== undefined) {
      if (!Object.hasOwn(obj, key)) {
        const headersValue = typeof headers[i + 1] === 'string'
          ? headers[i + 1]
          : Array.isArray(headers[i + 1])
            ? headers[i + 1].map(x => x.toString('latin1'))
            : headers[i + 1].toString('latin1')

        if (key === '__proto__') {
          Object.defineProperty(obj, key, {
            value: headersValue,
            enumerable: true,
            configurable: true,
            writable: true
          })
        } else {
          obj[key] = headersValue
        }
      } else {
        if (typeof val === 'string') {
          val = [val]
          obj[key] = val
        }
        val.push(headers[i + 1].toString('latin1'))
      }
    } else {
      const headersValue = typeof headers[i + 1] === 'string'
        ? headers[i + 1]
        : Array.isArray(headers[i + 1])
          ? headers[i + 1].map(x => x.toString('latin1'))
          : headers[i + 1].toString('latin1')

      obj[key] = headersValue
    }
  }

  return obj
}

/**
 * @param {Buffer[]} headers
 * @returns {string[]}
 */
function parseRawHeaders (headers) {
  const headersLength = headers.length
  /**
   * @type {string[]}
   */
  const ret = new Array(headersLength)

  let key
  let val

  for (let n = 0; n < headersLength; n += 2) {
    key = headers[n]
    val = headers[n + 1]

    typeof key !== 'string' && (key = key.toString())
    typeof val !== 'string' && (val = val.toString('latin1'))

    ret[n] = key
    ret[n + 1] = val
  }

  return ret
}

/**
 * @param {Record<string, string | string[]>} headers
 * @returns {Buffer[]}
 */
function toRawHeaders (headers) {
  const rawHeaders = []

  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) {
      for (const entry of value) {
        rawHeaders.push(Buffer.from(name, 'latin1'), Buffer.from(`${entry}`, 'latin1'))
      }
    } else {
      rawHeaders.push(Buffer.from(name, 'latin1'), Buffer.from(`${value}`, 'latin1'))
    }
  }

  return rawHeaders
}

/**
 * @param {string[]} headers
 * @param {Buffer[]} headers
 */
function encodeRawHeaders (headers) {
  if (!Array.isArray(headers)) {
    throw new TypeError('expected headers to be an array')
  }
  return headers.map(x => Buffer.from(x))
}

/**
 * @param {*} buffer
 * @returns {buffer is Buffer}
 */
function isBuffer (buffer) {
  // See, https://github.com/mcollina/undici/pull/319
  return buffer instanceof Uint8Array || Buffer.isBuffer(buffer)
}

/**
 * Asserts that the handler object is a request handler.
 *
 * @param {object} handler
 * @param {string} method
 * @param {string} [upgrade]
 * @returns {asserts handler is import('../api/api-request').RequestHandler}
 */
function assertRequestHandler (handler, method, upgrade) {
  if (!handler || typeof handler !== 'object') {
    throw new InvalidArgumentError('handler must be an object')
  }

  if (typeof handler.onRequestStart === 'function') {
    // TODO (fix): More checks...
    return
  }

  if (typeof handler.onConnect !== 'function') {
    throw new InvalidArgumentError('invalid onConnect method')
  }

  if (typeof handler.onError !== 'function') {
    throw new InvalidArgumentError('invalid onError method')
  }

  if (typeof handler.onBodySent !== 'function' && handler.onBodySent !== undefined) {
    throw new InvalidArgumentError('invalid onBodySent method')
  }

  if (upgrade || method === 'CONNECT') {
    if (typeof handler.onUpgrade !== 'function') {
      throw new InvalidArgumentError('invalid onUpgrade method')
    }
  } else {
    if (typeof handler.onHeaders !== 'function') {
      throw new InvalidArgumentError('invalid onHeaders method')
    }

    if (typeof handler.onData !== 'function') {
      throw new InvalidArgumentError('invalid onData method')
    }

    if (typeof handler.onComplete !== 'function') {
      throw new InvalidArgumentError('invalid onComplete method')
    }
  }
}

/**
 * A body is disturbed if it has been read from and it cannot be re-used without
 * losing state or data.
 * @param {import('node:stream').Readable} body
 * @returns {boolean}
 */
function isDisturbed (body) {
  // TODO (fix): Why is body[kBodyUsed] needed?
  return !!(body && (stream.isDisturbed(body) || body[kBodyUsed]))
}

/**
 * @typedef {object} SocketInfo
 * @property {string} [localAddress]
 * @property {number} [localPort]
 * @property {string} [remoteAddress]
 * @property {number} [remotePort]
 * @property {string} [remoteFamily]
 * @property {number} [timeout]
 * @property {number} bytesWritten
 * @property {number} bytesRead
 */

/**
 * @param {import('net').Socket} socket
 * @returns {SocketInfo}
 */
function getSocketInfo (socket) {
  return {
    localAddress: socket.localAddress,
    localPort: socket.localPort,
    remoteAddress: socket.remoteAddress,
    remotePort: socket.remotePort,
    remoteFamily: socket.remoteFamily,
    timeout: socket.timeout,
    bytesWritten: socket.bytesWritten,
    bytesRead: socket.bytesRead
  }
}

/**
 * @param {Iterable} iterable
 * @returns {ReadableStream}
 */
function ReadableStreamFrom (iterable) {
  // We cannot use ReadableStream.from here because it does not return a byte stream.

  let iterator
  return new ReadableStream(
    {
      start () {
        iterator = iterable[Symbol.asyncIterator]()
      },
      pull (controller) {
        return iterator.next().then(({ done, value }) => {
          if (done) {
            return queueMicrotask(() => {
              controller.close()
              controller.byobRequest?.respond(0)
            })
          } else {
            const buf = Buffer.isBuffer(value) ? value : Buffer.from(value)
            if (buf.byteLength) {
              return controller.enqueue(new Uint8Array(buf))
            } else {
              return this.pull(controller)
            }
          }
        })
      },
      cancel () {
        return iterator.return()
      },
      type: 'bytes'
    }
  )
}

/**
 * The object should be a FormData instance and contains all the required
 * methods.
 * @param {*} object
 * @returns {object is FormData}
 */
function isFormDataLike (object) {
  return (
    object &&
    typeof object === 'object' &&
    typeof object.append === 'function' &&
    typeof object.delete === 'function' &&
    typeof object.get === 'function' &&
    typeof object.getAll === 'function' &&
    typeof object.has === 'function' &&
    typeof object.set === 'function' &&
    object[Symbol.toStringTag] === 'FormData'
  )
}

function addAbortListener (signal, listener) {
  if ('addEventListener' in signal) {
    signal.addEventListener('abort', listener, { once: true })
    return () => signal.removeEventListener('abort', listener)
  }
  signal.once('abort', listener)
  return () => signal.removeListener('abort', listener)
}

const validTokenChars = new Uint8Array([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0-15
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 16-31
  0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, // 32-47 (!"#$%&'()*+,-./)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, // 48-63 (0-9:;<=>?)
  0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 64-79 (@A-O)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, // 80-95 (P-Z[\]^_)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 96-111 (`a-o)
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, // 112-127 (p-z{|}~)
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 128-143
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 144-159
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 160-175
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 176-191
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 192-207
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 208-223
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 224-239
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0  // 240-255
])

/**
 * @see https://tools.ietf.org/html/rfc7230#section-3.2.6
 * @param {number} c
 * @returns {boolean}
 */
function isTokenCharCode (c) {
  return (validTokenChars[c] === 1)
}

const tokenRegExp = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/

/**
 * @param {string} characters
 * @returns {boolean}
 */
function isValidHTTPToken (characters) {
  if (characters.length >= 12) return tokenRegExp.test(characters)
  if (characters.length === 0) return false

  for (let i = 0; i < characters.length; i++) {
    if (validTokenChars[characters.charCodeAt(i)] !== 1) {
      return false
    }
  }
  return true
}

// headerCharRegex have been lifted from
// https://github.com/nodejs/node/blob/main/lib/_http_common.js

/**
 * Matches if val contains an invalid field-vchar
 *  field-value    = *( field-content / obs-fold )
 *  field-content  = field-vchar [ 1*( SP / HTAB ) field-vchar ]
 *  field-vchar    = VCHAR / obs-text
 */
const headerCharRegex = /[^\t\x20-\x7e\x80-\xff]/

/**
 * @param {string} characters
 * @returns {boolean}
 */
function isValidHeaderValue (characters) {
  return !headerCharRegex.test(characters)
}

const rangeHeaderRegex = /^bytes (\d+)-(\d+)\/(\d+)?$/

/**
 * @typedef {object} RangeHeader
 * @property {number} start
 * @property {number | null} end
 * @property {number | null} size
 */

/**
 * Parse accordingly to RFC 9110
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.content-range
 * @param {string} [range]
 * @returns {RangeHeader|null}
 */
function parseRangeHeader (range) {
  if (range == null || range === '') return { start: 0, end: null, size: null }

  const m = range ? range.match(rangeHeaderRegex) : null
  return m
    ? {
        start: parseInt(m[1]),
        end: m[2] ? parseInt(m[2]) : null,
        size: m[3] ? parseInt(m[3]) : null
      }
    : null
}

/**
 * @template {import("events").EventEmitter} T
 * @param {T} obj
 * @param {string} name
 * @param {(...args: any[]) => void} listener
 * @returns {T}
 */
function addListener (obj, name, listener) {
  const listeners = (obj[kListeners] ??= [])
  listeners.push([name, listener])
  obj.on(name, listener)
  return obj
}

/**
 * @template {import("events").EventEmitter} T
 * @param {T} obj
 * @returns {T}
 */
function removeAllListeners (obj) {
  if (obj[kListeners] != null) {
    for (const [name, listener] of obj[kListeners]) {
      obj.removeListener(name, listener)
    }
    obj[kListeners] = null
  }
  return obj
}

/**
 * @param {import ('../dispatcher/client')} client
 * @param {import ('../core/request')} request
 * @param {Error} err
 */
function errorRequest (client, request, err) {
  try {
    request.onError(err)
    assert(request.aborted)
  } catch (err) {
    client.emit('error', err)
  }
}

/**
 * @param {WeakRef<net.Socket>} socketWeakRef
 * @param {object} opts
 * @param {number} opts.timeout
 * @param {string} opts.hostname
 * @param {number} opts.port
 * @returns {() => void}
 */
const setupConnectTimeout = process.platform === 'win32'
  ? (socketWeakRef, opts) => {
      if (!opts.timeout) {
        return noop
      }

      let s1 = null
      let s2 = null
      const fastTimer = timers.setFastTimeout(() => {
      // setImmediate is added to make sure that we prioritize socket error events over timeouts
        s1 = setImmediate(() => {
        // Windows needs an extra setImmediate probably due to implementation differences in the socket logic
          s2 = setImmediate(() => onConnectTimeout(socketWeakRef.deref(), opts))
        })
      }, opts.timeout)
      return () => {
        timers.clearFastTimeout(fastTimer)
        clearImmediate(s1)
        clearImmediate(s2)
      }
    }
  : (socketWeakRef, opts) => {
      if (!opts.timeout) {
        return noop
      }

      let s1 = null
      const fastTimer = timers.setFastTimeout(() => {
      // setImmediate is added to make sure that we prioritize socket error events over timeouts
        s1 = setImmediate(() => {
          onConnectTimeout(socketWeakRef.deref(), opts)
        })
      }, opts.timeout)
      return () => {
        timers.clearFastTimeout(fastTimer)
        clearImmediate(s1)
      }
    }

/**
 * @param {net.Socket} socket
 * @param {object} opts
 * @param {number} opts.timeout
 * @param {string} opts.hostname
 * @param {number} opts.port
 */
function onConnectTimeout (socket, opts) {
  // The socket could be already garbage collected
  if (socket == null) {
    return
  }

  let message = 'Connect Timeout Error'
  if (Array.isArray(socket.autoSelectFamilyAttemptedAddresses)) {
    message += ` (attempted addresses: ${socket.autoSelectFamilyAttemptedAddresses.join(', ')},`
  } else {
    message += ` (attempted address: ${opts.hostname}:${opts.port},`
  }

  message += ` timeout: ${opts.timeout}ms)`

  destroy(socket, new ConnectTimeoutError(message))
}

/**
 * @param {string} urlString
 * @returns {string}
 */
function getProtocolFromUrlString (urlString) {
  if (
    urlString[0] === 'h' &&
    urlString[1] === 't' &&
    urlString[2] === 't' &&
    urlString[3] === 'p'
  ) {
    switch (urlString[4]) {
      case ':':
        return 'http:'
      case 's':
        if (urlString[5] === ':') {
          return 'https:'
        }
    }
  }
  // fallback if none of the usual suspects
  return urlString.slice(0, urlString.indexOf(':') + 1)
}

const kEnumerableProperty = Object.create(null)
kEnumerableProperty.enumerable = true

const normalizedMethodRecordsBase = {
  delete: 'DELETE',
  DELETE: 'DELETE',
  get: 'GET',
  GET: 'GET',
  head: 'HEAD',
  HEAD: 'HEAD',
  options: 'OPTIONS',
  OPTIONS: 'OPTIONS',
  post: 'POST',
  POST: 'POST',
  put: 'PUT',
  PUT: 'PUT'
}

const normalizedMethodRecords = {
  ...normalizedMethodRecordsBase,
  patch: 'patch',
  PATCH: 'PATCH'
}

// Note: object prototypes should not be able to be referenced. e.g. `Object#hasOwnProperty`.
Object.setPrototypeOf(normalizedMethodRecordsBase, null)
Object.setPrototypeOf(normalizedMethodRecords, null)

module.exports = {
  kEnumerableProperty,
  isDisturbed,
  isBlobLike,
  parseOrigin,
  parseURL,
  getServerName,
  isStream,
  isIterable,
  hasSafeIterator,
  isAsyncIterable,
  isDestroyed,
  headerNameToString,
  bufferToLowerCasedHeaderName,
  addListener,
  removeAllListeners,
  errorRequest,
  parseRawHeaders,
  toRawHeaders,
  encodeRawHeaders,
  parseHeaders,
  parseKeepAliveTimeout,
  destroy,
  bodyLength,
  deepClone,
  ReadableStreamFrom,
  isBuffer,
  assertRequestHandler,
  getSocketInfo,
  isFormDataLike,
  pathHasQueryOrFragment,
  serializePathWithQuery,
  addAbortListener,
  isValidHTTPToken,
  isValidHeaderValue,
  isTokenCharCode,
  parseRangeHeader,
  normalizedMethodRecordsBase,
  normalizedMethodRecords,
  isValidPort,
  isHttpOrHttpsPrefixed,
  nodeMajor,
  nodeMinor,
  safeHTTPMethods: Object.freeze(['GET', 'HEAD', 'OPTIONS', 'TRACE']),
  wrapRequestBody,
  setupConnectTimeout,
  getProtocolFromUrlString
}


/***/ }),

/***/ 3480:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const { InvalidArgumentError, MaxOriginsReachedError } = __nccwpck_require__(3092)
const { kClients, kRunning, kClose, kDestroy, kDispatch, kUrl } = __nccwpck_require__(6478)
const DispatcherBase = __nccwpck_require__(7568)
const Pool = __nccwpck_require__(6307)
const Client = __nccwpck_require__(2574)
const util = __nccwpck_require__(9203)

const kOnConnect = Symbol('onConnect')
const kOnDisconnect = Symbol('onDisconnect')
const kOnConnectionError = Symbol('onConnectionError')
const kOnDrain = Symbol('onDrain')
const kFactory = Symbol('factory')
const kOptions = Symbol('options')
const kOrigins = Symbol('origins')

function defaultFactory (origin, opts) {
  return opts && opts.connections === 1
    ? new Client(origin, opts)
    : new Pool(origin, opts)
}

class Agent extends DispatcherBase {
  constructor ({ factory = defaultFactory, maxOrigins = Infinity, connect, tls, ...options } = {}) {
    if (typeof factory !== 'function') {
      throw new InvalidArgumentError('factory must be a function.')
    }

    if (connect != null && typeof connect !== 'function' && typeof connect !== 'object') {
      throw new InvalidArgumentError('connect must be a function or an object')
    }

    if (typeof maxOrigins !== 'number' || Number.isNaN(maxOrigins) || maxOrigins <= 0) {
      throw new InvalidArgumentError('maxOrigins must be a number greater than 0')
    }

    super(options)

    if (connect && typeof connect !== 'function') {
      connect = { ...connect }
    }

    if (tls && typeof tls !== 'function') {
      tls = { ...tls }
    }

    this[kOptions] = { ...util.deepClone(options), maxOrigins, connect, tls }
    this[kFactory] = factory
    this[kClients] = new Map()
    this[kOrigins] = new Set()

    this[kOnDrain] = (origin, targets) => {
      this.emit('drain', origin, [this, ...targets])
    }

    this[kOnConnect] = (origin, targets) => {
      this.emit('connect', origin, [this, ...targets])
    }

    this[kOnDisconnect] = (origin, targets, err) => {
      this.emit('disconnect', origin, [this, ...targets], err)
    }

    this[kOnConnectionError] = (origin, targets, err) => {
      this.emit('connectionError', origin, [this, ...targets], err)
    }
  }

  get [kRunning] () {
    let ret = 0
    for (const { dispatcher } of this[kClients].values()) {
      ret += dispatcher[kRunning]
    }
    return ret
  }

  [kDispatch] (opts, handler) {
    let key
    if (opts.origin && (typeof opts.origin === 'string' || opts.origin instanceof URL)) {
      key = String(opts.origin)
    } else {
      throw new InvalidArgumentError('opts.origin must be a non-empty string or URL.')
    }

    if (this[kOrigins].size >= this[kOptions].maxOrigins && !this[kOrigins].has(key)) {
      throw new MaxOriginsReachedError()
    }

    const result = this[kClients].get(key)
    let dispatcher = result && result.dispatcher
    if (!dispatcher) {
      const closeClientIfUnused = (connected) => {
        const result = this[kClients].get(key)
        if (result) {
          if (connected) result.count -= 1
          if (result.count <= 0) {
            this[kClients].delete(key)
            if (!result.dispatcher.destroyed) {
              result.dispatcher.close()
            }
          }
          this[kOrigins].delete(key)
        }
      }
      dispatcher = this[kFactory](opts.origin, this[kOptions])
        .on('drain', this[kOnDrain])
        .on('connect', (origin, targets) => {
          const result = this[kClients].get(key)
          if (result) {
            result.count += 1
          }
          this[kOnConnect](origin, targets)
        })
        .on('disconnect', (origin, targets, err) => {
          closeClientIfUnused(true)
          this[kOnDisconnect](origin, targets, err)
        })
        .on('connectionError', (origin, targets, err) => {
          closeClientIfUnused(false)
          this[kOnConnectionError](origin, targets, err)
        })

      this[kClients].set(key, { count: 0, dispatcher })
      this[kOrigins].add(key)
    }

    return dispatcher.dispatch(opts, handler)
  }

  [kClose] () {
    const closePromises = []
    for (const { dispatcher } of this[kClients].values()) {
      closePromises.push(dispatcher.close())
    }
    this[kClients].clear()

    return Promise.all(closePromises)
  }

  [kDestroy] (err) {
    const destroyPromises = []
    for (const { dispatcher } of this[kClients].values()) {
      destroyPromises.push(dispatcher.destroy(err))
    }
    this[kClients].clear()

    return Promise.all(destroyPromises)
  }

  get stats () {
    const allClientStats = {}
    for (const { dispatcher } of this[kClients].values()) {
      if (dispatcher.stats) {
        allClientStats[dispatcher[kUrl].origin] = dispatcher.stats
      }
    }
    return allClientStats
  }
}

module.exports = Agent


/***/ }),

/***/ 2480:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


/* global WebAssembly */

const assert = __nccwpck_require__(1405)
const util = __nccwpck_require__(9203)
const { channels } = __nccwpck_require__(6883)
const timers = __nccwpck_require__(4132)
const {
  RequestContentLengthMismatchError,
  ResponseContentLengthMismatchError,
  RequestAbortedError,
  InvalidArgumentError,
  HeadersTimeoutError,
  HeadersOverflowError,
  SocketError,
  InformationalError,
  BodyTimeoutError,
  HTTPParserError,
  ResponseExceededMaxSizeError
} = __nccwpck_require__(3092)
const {
  kUrl,
  kReset,
  kClient,
  kParser,
  kBlocking,
  kRunning,
  kPending,
  kSize,
  kWriting,
  kQueue,
  kNoRef,
  kKeepAliveDefaultTimeout,
  kHostHeader,
  kPendingIdx,
  kRunningIdx,
  kError,
  kPipelining,
  kSocket,
  kKeepAliveTimeoutValue,
  kMaxHeadersSize,
  kKeepAliveMaxTimeout,
  kKeepAliveTimeoutThreshold,
  kHeadersTimeout,
  kBodyTimeout,
  kStrictContentLength,
  kMaxRequests,
  kCounter,
  kMaxResponseSize,
  kOnError,
  kResume,
  kHTTPContext,
  kClosed
} = __nccwpck_require__(6478)

const constants = __nccwpck_require__(7405)
const EMPTY_BUF = Buffer.alloc(0)
const FastBuffer = Buffer[Symbol.species]
const removeAllListeners = util.removeAllListeners
const kIdleSocketValidation = Symbol('kIdleSocketValidation')
const kIdleSocketValidationTimeout = Symbol('kIdleSocketValidationTimeout')
const kSocketUsed = Symbol('kSocketUsed')
const kTypeOfService = Symbol('kTypeOfService')

let extractBody

function lazyllhttp () {
  const llhttpWasmData = process.env.JEST_WORKER_ID ? __nccwpck_require__(9855) : undefined

  let mod

  // We disable wasm SIMD on older versions of Node.js on ppc64 that are broken on Power >=9 architectures.
  let useWasmSIMD = true
  if (process.arch === 'ppc64') {
    const [major, minor] = process.versions.node.split('.').map(n => parseInt(n, 10))
    if (major < 24 || (major === 24 && minor < 12)) {
      useWasmSIMD = false
    }
  }
  // The Env Variable UNDICI_NO_WASM_SIMD allows explicitly overriding the default behavior
  if (process.env.UNDICI_NO_WASM_SIMD === '1') {
    useWasmSIMD = false
  } else if (process.env.UNDICI_NO_WASM_SIMD === '0') {
    useWasmSIMD = true
  }

  if (useWasmSIMD) {
    try {
      mod = new WebAssembly.Module(__nccwpck_require__(1285))
    } catch {
    }
  }

  if (!mod) {
    // We could check if the error was caused by the simd option not
    // being enabled, but the occurring of this other error
    // * https://github.com/emscripten-core/emscripten/issues/11495
    // got me to remove that check to avoid breaking Node 12.
    mod = new WebAssembly.Module(llhttpWasmData || __nccwpck_require__(9855))
  }

  return new WebAssembly.Instance(mod, {
    env: {
      /**
       * @param {number} p
       * @param {number} at
       * @param {number} len
       * @returns {number}
       */
      wasm_on_url: (p, at, len) => {
        return 0
      },
      /**
       * @param {number} p
       * @param {number} at
       * @param {number} len
       * @returns {number}
       */
      wasm_on_status: (p, at, len) => {
        assert(currentParser.ptr === p)
        const start = at - currentBufferPtr + currentBufferRef.byteOffset
        return currentParser.onStatus(new FastBuffer(currentBufferRef.buffer, start, len))
      },
      /**
       * @param {number} p
       * @returns {number}
       */
      wasm_on_message_begin: (p) => {
        assert(currentParser.ptr === p)
        return currentParser.onMessageBegin()
      },
      /**
       * @param {number} p
       * @param {number} at
       * @param {number} len
       * @returns {number}
       */
      wasm_on_header_field: (p, at, len) => {
        assert(currentParser.ptr === p)
        const start = at - currentBufferPtr + currentBufferRef.byteOffset
        return currentParser.onHeaderField(new FastBuffer(currentBufferRef.buffer, start, len))
      },
      /**
       * @param {number} p
       * @param {number} at
       * @param {number} len
       * @returns {number}
       */
      wasm_on_header_value: (p, at, len) => {
        assert(currentParser.ptr === p)
        const start = at - currentBufferPtr + currentBufferRef.byteOffset
        return currentParser.onHeaderValue(new FastBuffer(currentBufferRef.buffer, start, len))
      },
      /**
       * @param {number} p
       * @param {number} statusCode
       * @param {0|1} upgrade
       * @param {0|1} shouldKeepAlive
       * @returns {number}
       */
      wasm_on_headers_complete: (p, statusCode, upgrade, shouldKeepAlive) => {
        assert(currentParser.ptr === p)
        return currentParser.onHeadersComplete(statusCode, upgrade === 1, shouldKeepAlive === 1)
      },
      /**
       * @param {number} p
       * @param {number} at
       * @param {number} len
       * @returns {number}
       */
      wasm_on_body: (p, at, len) => {
        assert(currentParser.ptr === p)
        const start = at - currentBufferPtr + currentBufferRef.byteOffset
        return currentParser.onBody(new FastBuffer(currentBufferRef.buffer, start, len))
      },
      /**
       * @param {number} p
       * @returns {number}
       */
      wasm_on_message_complete: (p) => {
        assert(currentParser.ptr === p)
        return currentParser.onMessageComplete()
      }

    }
  })
}

let llhttpInstance = null

/**
 * @type {Parser|null}
 */
let currentParser = null
let currentBufferRef = null
/**
 * @type {number}
 */
let currentBufferSize = 0
let currentBufferPtr = null

const USE_NATIVE_TIMER = 0
const USE_FAST_TIMER = 1

// Use fast timers for headers and body to take eventual event loop
// latency into account.
const TIMEOUT_HEADERS = 2 | USE_FAST_TIMER
const TIMEOUT_BODY = 4 | USE_FAST_TIMER

// Use native timers to ignore event loop latency for keep-alive
// handling.
const TIMEOUT_KEEP_ALIVE = 8 | USE_NATIVE_TIMER

class Parser {
  /**
     * @param {import('./client.js')} client
     * @param {import('net').Socket} socket
     * @param {*} llhttp
     */
  constructor (client, socket, { exports }) {
    this.llhttp = exports
    this.ptr = this.llhttp.llhttp_alloc(constants.TYPE.RESPONSE)
    this.client = client
    /**
     * @type {import('net').Socket}
     */
    this.socket = socket
    this.timeout = null
    this.timeoutWeakRef = new WeakRef(this)
    this.timeoutValue = null
    this.timeoutType = null
    this.statusCode = 0
    this.statusText = ''
    this.upgrade = false
    this.headers = []
    this.headersSize = 0
    this.headersMaxSize = client[kMaxHeadersSize]
    this.shouldKeepAlive = false
    this.paused = false
    this.resume = this.resume.bind(this)

    this.bytesRead = 0

    this.keepAlive = ''
    this.contentLength = ''
    this.connection = ''
    this.maxResponseSize = client[kMaxResponseSize]
  }

  setTimeout (delay, type) {
    // If the existing timer and the new timer are of different timer type
    // (fast or native) or have different delay, we need to clear the existing
    // timer and set a new one.
    if (
      delay !== this.timeoutValue ||
      (type & USE_FAST_TIMER) ^ (this.timeoutType & USE_FAST_TIMER)
    ) {
      // If a timeout is already set, clear it with clearTimeout of the fast
      // timer implementation, as it can clear fast and native timers.
      if (this.timeout) {
        timers.clearTimeout(this.timeout)
        this.timeout = null
      }

      if (delay) {
        if (type & USE_FAST_TIMER) {
          this.timeout = timers.setFastTimeout(onParserTimeout, delay, this.timeoutWeakRef)
        } else {
          this.timeout = setTimeout(onParserTimeout, delay, this.timeoutWeakRef)
          this.timeout?.unref()
        }
      }

      this.timeoutValue = delay
    } else if (this.timeout) {
      if (this.timeout.refresh) {
        this.timeout.refresh()
      }
    }

    this.timeoutType = type
  }

  resume () {
    if (this.socket.destroyed || !this.paused) {
      return
    }

    assert(this.ptr != null)
    assert(currentParser === null)

    this.llhttp.llhttp_resume(this.ptr)

    assert(this.timeoutType === TIMEOUT_BODY)
    if (this.timeout) {
      if (this.timeout.refresh) {
        this.timeout.refresh()
      }
    }

    this.paused = false
    this.execute(this.socket.read() || EMPTY_BUF) // Flush parser.
    this.readMore()
  }

  readMore () {
    while (!this.paused && this.ptr) {
      const chunk = this.socket.read()
      if (chunk === null) {
        break
      }
      this.execute(chunk)
    }
  }

  /**
   * @param {Buffer} chunk
   */
  execute (chunk) {
    assert(currentParser === null)
    assert(this.ptr != null)
    assert(!this.paused)

    const { socket, llhttp } = this

    // Allocate a new buffer if the current buffer is too small.
    if (chunk.length > currentBufferSize) {
      if (currentBufferPtr) {
        llhttp.free(currentBufferPtr)
      }
      // Allocate a buffer that is a multiple of 4096 bytes.
      currentBufferSize = Math.ceil(chunk.length / 4096) * 4096
      currentBufferPtr = llhttp.malloc(currentBufferSize)
    }

    new Uint8Array(llhttp.memory.buffer, currentBufferPtr, currentBufferSize).set(chunk)

    // Call `execute` on the wasm parser.
    // We pass the `llhttp_parser` pointer address, the pointer address of buffer view data,
    // and finally the length of bytes to parse.
    // The return value is an error code or `constants.ERROR.OK`.
    try {
      let ret

      try {
        currentBufferRef = chunk
        currentParser = this
        ret = llhttp.llhttp_execute(this.ptr, currentBufferPtr, chunk.length)
      } finally {
        currentParser = null
        currentBufferRef = null
      }

      if (ret !== constants.ERROR.OK) {
        const data = chunk.subarray(llhttp.llhttp_get_error_pos(this.ptr) - currentBufferPtr)

        if (ret === constants.ERROR.PAUSED_UPGRADE) {
          this.onUpgrade(data)
        } else if (ret === constants.ERROR.PAUSED) {
          this.paused = true
          socket.unshift(data)
        } else {
          throw this.createError(ret, data)
        }
      }
    } catch (err) {
      util.destroy(socket, err)
    }
  }

  finish () {
    assert(currentParser === null)
    assert(this.ptr != null)
    assert(!this.paused)

    const { llhttp } = this

    let ret

    try {
      currentParser = this
      ret = llhttp.llhttp_finish(this.ptr)
    } finally {
      currentParser = null
    }

    if (ret === constants.ERROR.OK) {
      return null
    }

    if (ret === constants.ERROR.PAUSED || ret === constants.ERROR.PAUSED_UPGRADE) {
      this.paused = true
      return null
    }

    return this.createError(ret, EMPTY_BUF)
  }

  createError (ret, data) {
    const { llhttp, contentLength, bytesRead } = this

    if (contentLength && bytesRead !== parseInt(contentLength, 10)) {
      return new ResponseContentLengthMismatchError()
    }

    const ptr = llhttp.llhttp_get_error_reason(this.ptr)
    let message = ''
    if (ptr) {
      const len = new Uint8Array(llhttp.memory.buffer, ptr).indexOf(0)
      message =
        'Response does not match the HTTP/1.1 protocol (' +
        Buffer.from(llhttp.memory.buffer, ptr, len).toString() +
        ')'
    }

    return new HTTPParserError(message, constants.ERROR[ret], data)
  }

  destroy () {
    assert(currentParser === null)
    assert(this.ptr != null)

    this.llhttp.llhttp_free(this.ptr)
    this.ptr = null

    this.timeout && timers.clearTimeout(this.timeout)
    this.timeout = null
    this.timeoutValue = null
    this.timeoutType = null

    this.paused = false
  }

  /**
   * @param {Buffer} buf
   * @returns {0}
   */
  onStatus (buf) {
    this.statusText = buf.toString()
    return 0
  }

  /**
   * @returns {0|-1}
   */
  onMessageBegin () {
    const { socket, client } = this

    if (socket.destroyed) {
      return -1
    }

    if (client[kRunning] === 0) {
      util.destroy(socket, new SocketError('bad response', util.getSocketInfo(socket)))
      return -1
    }

    const request = client[kQueue][client[kRunningIdx]]
    if (!request) {
      return -1
    }
    request.onResponseStarted()

    return 0
  }

  /**
   * @param {Buffer} buf
   * @returns {number}
   */
  onHeaderField (buf) {
    const len = this.headers.length

    if ((len & 1) === 0) {
      this.headers.push(buf)
    } else {
      this.headers[len - 1] = Buffer.concat([this.headers[len - 1], buf])
    }

    this.trackHeader(buf.length)

    return 0
  }

  /**
   * @param {Buffer} buf
   * @returns {number}
   */
  onHeaderValue (buf) {
    let len = this.headers.length

    if ((len & 1) === 1) {
      this.headers.push(buf)
      len += 1
    } else {
      this.headers[len - 1] = Buffer.concat([this.headers[len - 1], buf])
    }

    const key = this.headers[len - 2]
    if (key.length === 10) {
      const headerName = util.bufferToLowerCasedHeaderName(key)
      if (headerName === 'keep-alive') {
        this.keepAlive += buf.toString()
      } else if (headerName === 'connection') {
        this.connection += buf.toString()
      }
    } else if (key.length === 14 && util.bufferToLowerCasedHeaderName(key) === 'content-length') {
      this.contentLength += buf.toString()
    }

    this.trackHeader(buf.length)

    return 0
  }

  /**
   * @param {number} len
   */
  trackHeader (len) {
    this.headersSize += len
    if (this.headersSize >= this.headersMaxSize) {
      util.destroy(this.socket, new HeadersOverflowError())
    }
  }

  /**
   * @param {Buffer} head
   */
  onUpgrade (head) {
    const { upgrade, client, socket, headers, statusCode, statusText } = this

    assert(upgrade)
    assert(client[kSocket] === socket)
    assert(!socket.destroyed)
    assert(!this.paused)
    assert((headers.length & 1) === 0)

    const request = client[kQueue][client[kRunningIdx]]
    assert(request)
    assert(request.upgrade || request.method === 'CONNECT')

    this.statusCode = 0
    this.statusText = ''
    this.shouldKeepAlive = false

    this.headers = []
    this.headersSize = 0

    socket.unshift(head)

    socket[kParser].destroy()
    socket[kParser] = null

    socket[kClient] = null
    socket[kError] = null

    removeAllListeners(socket)

    client[kSocket] = null
    client[kHTTPContext] = null // TODO (fix): This is hacky...
    client[kQueue][client[kRunningIdx]++] = null
    client.emit('disconnect', client[kUrl], [client], new InformationalError('upgrade'))

    try {
      request.onUpgrade(statusCode, headers, socket, statusText)
    } catch (err) {
      util.errorRequest(client, request, err)
      util.destroy(socket, err)
    }

    client[kResume]()
  }

  /**
   * @param {number} statusCode
   * @param {boolean} upgrade
   * @param {boolean} shouldKeepAlive
   * @returns {number}
   */
  onHeadersComplete (statusCode, upgrade, shouldKeepAlive) {
    const { client, socket, headers, statusText } = this

    if (socket.destroyed) {
      return -1
    }

    if (client[kRunning] === 0) {
      util.destroy(socket, new SocketError('bad response', util.getSocketInfo(socket)))
      return -1
    }

    const request = client[kQueue][client[kRunningIdx]]

    if (!request) {
      return -1
    }

    assert(!this.upgrade)
    assert(this.statusCode < 200)

    if (statusCode === 100) {
      util.destroy(socket, new SocketError('bad response', util.getSocketInfo(socket)))
      return -1
    }

    /* this can only happen if server is misbehaving */
    if (upgrade && !request.upgrade) {
      util.destroy(socket, new SocketError('bad upgrade', util.getSocketInfo(socket)))
      return -1
    }

    assert(this.timeoutType === TIMEOUT_HEADERS)

    this.statusCode = statusCode
    this.shouldKeepAlive = (
      shouldKeepAlive ||
      // Override llhttp value which does not allow keepAlive for HEAD.
      (request.method === 'HEAD' && !socket[kReset] && this.connection.toLowerCase() === 'keep-alive')
    )

    if (this.statusCode >= 200) {
      const bodyTimeout = request.bodyTimeout != null
        ? request.bodyTimeout
        : client[kBodyTimeout]
      this.setTimeout(bodyTimeout, TIMEOUT_BODY)
    } else if (this.timeout) {
      if (this.timeout.refresh) {
        this.timeout.refresh()
      }
    }

    if (request.method === 'CONNECT') {
      assert(client[kRunning] === 1)
      this.upgrade = true
      return 2
    }

    if (upgrade) {
      assert(client[kRunning] === 1)
      this.upgrade = true
      return 2
    }

    assert((this.headers.length & 1) === 0)
    this.headers = []
    this.headersSize = 0

    if (this.shouldKeepAlive && client[kPipelining]) {
      const keepAliveTimeout = this.keepAlive ? util.parseKeepAliveTimeout(this.keepAlive) : null

      if (keepAliveTimeout != null) {
        const timeout = Math.min(
          keepAliveTimeout - client[kKeepAliveTimeoutThreshold],
          client[kKeepAliveMaxTimeout]
        )
        if (timeout <= 0) {
          socket[kReset] = true
        } else {
          client[kKeepAliveTimeoutValue] = timeout
        }
      } else {
        client[kKeepAliveTimeoutValue] = client[kKeepAliveDefaultTimeout]
      }
    } else {
      // Stop more requests from being dispatched.
      socket[kReset] = true
    }

    const pause = request.onHeaders(statusCode, headers, this.resume, statusText) === false

    if (request.aborted) {
      return -1
    }

    if (request.method === 'HEAD') {
      return 1
    }

    if (statusCode < 200) {
      return 1
    }

    if (socket[kBlocking]) {
      socket[kBlocking] = false
      client[kResume]()
    }

    return pause ? constants.ERROR.PAUSED : 0
  }

  /**
   * @param {Buffer} buf
   * @returns {number}
   */
  onBody (buf) {
    const { client, socket, statusCode, maxResponseSize } = this

    if (socket.destroyed) {
      return -1
    }

    const request = client[kQueue][client[kRunningIdx]]
    assert(request)

    assert(this.timeoutType === TIMEOUT_BODY)
    if (this.timeout) {
      if (this.timeout.refresh) {
        this.timeout.refresh()
      }
    }

    assert(statusCode >= 200)

    if (maxResponseSize > -1 && this.bytesRead + buf.length > maxResponseSize) {
      util.destroy(socket, new ResponseExceededMaxSizeError())
      return -1
    }

    this.bytesRead += buf.length

    if (request.onData(buf) === false) {
      return constants.ERROR.PAUSED
    }

    return 0
  }

  /**
   * @returns {number}
   */
  onMessageComplete () {
    const { client, socket, statusCode, upgrade, headers, contentLength, bytesRead, shouldKeepAlive } = this

    if (socket.destroyed && (!statusCode || shouldKeepAlive)) {
      return -1
    }

    if (upgrade) {
      return 0
    }

    assert(statusCode >= 100)
    assert((this.headers.length & 1) === 0)

    const request = client[kQueue][client[kRunningIdx]]
    assert(request)

    this.statusCode = 0
    this.statusText = ''
    this.bytesRead = 0
    this.contentLength = ''
    this.keepAlive = ''
    this.connection = ''

    this.headers = []
    this.headersSize = 0

    if (statusCode < 200) {
      return 0
    }

    if (request.method !== 'HEAD' && contentLength && bytesRead !== parseInt(contentLength, 10)) {
      util.destroy(socket, new ResponseContentLengthMismatchError())
      return -1
    }

    request.onComplete(headers)

    client[kQueue][client[kRunningIdx]++] = null
    socket[kSocketUsed] = client[kPending] === 0

    if (socket[kWriting]) {
      assert(client[kRunning] === 0)
      // Response completed before request.
      util.destroy(socket, new InformationalError('reset'))
      return constants.ERROR.PAUSED
    } else if (!shouldKeepAlive) {
      util.destroy(socket, new InformationalError('reset'))
      return constants.ERROR.PAUSED
    } else if (socket[kReset] && client[kRunning] === 0) {
      // Destroy socket once all requests have completed.
      // The request at the tail of the pipeline is the one
      // that requested reset and no further requests should
      // have been queued since then.
      util.destroy(socket, new InformationalError('reset'))
      return constants.ERROR.PAUSED
    } else if (client[kPipelining] == null || client[kPipelining] === 1) {
      // We must wait a full event loop cycle to reuse this socket to make sure
      // that non-spec compliant servers are not closing the connection even if they
      // said they won't.
      setImmediate(client[kResume])
    } else {
      client[kResume]()
    }

    return 0
  }
}

function onParserTimeout (parserWeakRef) {
  const parser = parserWeakRef.deref()
  if (!parser) {
    return
  }

  const { socket, timeoutType, client, paused } = parser

  if (timeoutType === TIMEOUT_HEADERS) {
    if (!socket[kWriting] || socket.writableNeedDrain || client[kRunning] > 1) {
      assert(!paused, 'cannot be paused while waiting for headers')
      util.destroy(socket, new HeadersTimeoutError())
    }
  } else if (timeoutType === TIMEOUT_BODY) {
    if (!paused) {
      util.destroy(socket, new BodyTimeoutError())
    }
  } else if (timeoutType === TIMEOUT_KEEP_ALIVE) {
    assert(client[kRunning] === 0 && client[kKeepAliveTimeoutValue])
    util.destroy(socket, new InformationalError('socket idle timeout'))
  }
}

/**
 * @param {import ('./client.js')} client
 * @param {import('net').Socket} socket
 * @returns
 */
function connectH1 (client, socket) {
  client[kSocket] = socket

  if (!llhttpInstance) {
    llhttpInstance = lazyllhttp()
  }

  if (socket.errored) {
    throw socket.errored
  }

  if (socket.destroyed) {
    throw new SocketError('destroyed')
  }

  socket[kNoRef] = false
  socket[kWriting] = false
  socket[kReset] = false
  socket[kBlocking] = false
  socket[kIdleSocketValidation] = 0
  socket[kIdleSocketValidationTimeout] = null
  socket[kSocketUsed] = false
  socket[kParser] = new Parser(client, socket, llhttpInstance)

  util.addListener(socket, 'error', onHttpSocketError)
  util.addListener(socket, 'readable', onHttpSocketReadable)
  util.addListener(socket, 'end', onHttpSocketEnd)
  util.addListener(socket, 'close', onHttpSocketClose)

  socket[kClosed] = false
  socket.on('close', onSocketClose)

  return {
    version: 'h1',
    defaultPipelining: 1,
    write (request) {
      return writeH1(client, request)
    },
    resume () {
      resumeH1(client)
    },
    /**
     * @param {Error|undefined} err
     * @param {() => void} callback
     */
    destroy (err, callback) {
      if (socket[kClosed]) {
        queueMicrotask(callback)
      } else {
        socket.on('close', callback)
        socket.destroy(err)
      }
    },
    /**
     * @returns {boolean}
     */
    get destroyed () {
      return socket.destroyed
    },
    /**
     * @param {import('../core/request.js')} request
     * @returns {boolean}
     */
    busy (request) {
      if (socket[kWriting] || socket[kReset] || socket[kBlocking] || socket[kIdleSocketValidation] === 1) {
        return true
      }

      if (request) {
        if (client[kRunning] > 0 && !request.idempotent) {
          // Non-idempotent request cannot be retried.
          // Ensure that no other requests are inflight and
          // could cause failure.
          return true
        }

        if (client[kRunning] > 0 && (request.upgrade || request.method === 'CONNECT')) {
          // Don't dispatch an upgrade until all preceding requests have completed.
          // A misbehaving server might upgrade the connection before all pipelined
          // request has completed.
          return true
        }

        if (client[kRunning] > 0 && util.bodyLength(request.body) !== 0 &&
          (util.isStream(request.body) || util.isAsyncIterable(request.body) || util.isFormDataLike(request.body))) {
          // Request with stream or iterator body can error while other requests
          // are inflight and indirectly error those as well.
          // Ensure this doesn't happen by waiting for inflight
          // to complete before dispatching.

          // Request with stream or iterator body cannot be retried.
          // Ensure that no other requests are inflight and
          // could cause failure.
          return true
        }
      }

      return false
    }
  }
}

function onHttpSocketError (err) {
  const parser = this[kParser]

  // On Mac OS, we get an ECONNRESET even if there is a full body to be forwarded
  // to the user.
  if (err.code === 'ECONNRESET' && parser.statusCode && !parser.shouldKeepAlive) {
    const parserErr = parser.finish()
    if (parserErr) {
      this[kError] = parserErr
      this[kClient][kOnError](parserErr)
    }
    return
  }

  this[kError] = err

  this[kClient][kOnError](err)
}

function onHttpSocketReadable () {
  this[kParser]?.readMore()
}

function onHttpSocketEnd () {
  const parser = this[kParser]

  if (parser.statusCode && !parser.shouldKeepAlive) {
    const parserErr = parser.finish()
    if (parserErr) {
      util.destroy(this, parserErr)
    }
    return
  }

  util.destroy(this, new SocketError('other side closed', util.getSocketInfo(this)))
}

function onHttpSocketClose () {
  const parser = this[kParser]

  clearIdleSocketValidation(this)

  if (parser) {
    if (!this[kError] && parser.statusCode && !parser.shouldKeepAlive) {
      this[kError] = parser.finish() || this[kError]
    }

    this[kParser].destroy()
    this[kParser] = null
  }

  const err = this[kError] || new SocketError('closed', util.getSocketInfo(this))

  const client = this[kClient]

  client[kSocket] = null
  client[kHTTPContext] = null // TODO (fix): This is hacky...

  if (client.destroyed) {
    assert(client[kPending] === 0)

    // Fail entire queue.
    const requests = client[kQueue].splice(client[kRunningIdx])
    for (let i = 0; i < requests.length; i++) {
      const request = requests[i]
      util.errorRequest(client, request, err)
    }
  } else if (client[kRunning] > 0 && err.code !== 'UND_ERR_INFO') {
    // Fail head of pipeline.
    const request = client[kQueue][client[kRunningIdx]]
    client[kQueue][client[kRunningIdx]++] = null

    util.errorRequest(client, request, err)
  }

  client[kPendingIdx] = client[kRunningIdx]

  assert(client[kRunning] === 0)

  client.emit('disconnect', client[kUrl], [client], err)

  client[kResume]()
}

function onSocketClose () {
  this[kClosed] = true
}

function clearIdleSocketValidation (socket) {
  if (socket[kIdleSocketValidationTimeout]) {
    clearImmediate(socket[kIdleSocketValidationTimeout])
    socket[kIdleSocketValidationTimeout] = null
  }

  socket[kIdleSocketValidation] = 0
}

function scheduleIdleSocketValidation (client, socket) {
  socket[kIdleSocketValidation] = 1
  // Yield to the check phase (after poll) so unsolicited bytes / FIN / RST
  // already pending on this idle keep-alive socket are processed before the
  // next request is written (GHSA-35p6-xmwp-9g52).
  //
  // setTimeout(0) pays Node's ~1ms timer floor on every sequential reuse
  // (#5493). setImmediate avoids that, but an *unref'd* Immediate lets poll
  // block for ~500ms when the event loop is otherwise idle (#5600 / #5606).
  // A ref'd Immediate both keeps the pending request alive and makes poll
  // return immediately \u2014 the hybrid those issues asked for.
  socket[kIdleSocketValidationTimeout] = setImmediate(() => {
    socket[kIdleSocketValidationTimeout] = null
    socket[kIdleSocketValidation] = 2

    if (client[kSocket] === socket && !socket.destroyed) {
      client[kResume]()
    }
  })
}

/**
 * @param {import('./client.js')} client
 */
function resumeH1 (client) {
  const socket = client[kSocket]

  if (socket && !socket.destroyed) {
    if (client[kSize] === 0) {
      if (!socket[kNoRef] && socket.unref) {
        socket.unref()
        socket[kNoRef] = true
      }
    } else if (socket[kNoRef] && socket.ref) {
      socket.ref()
      socket[kNoRef] = false
    }

    if (client[kRunning] === 0 && client[kPending] > 0 && socket[kSocketUsed]) {
      if (socket[kIdleSocketValidation] === 0) {
        scheduleIdleSocketValidation(client, socket)
        socket[kParser].readMore()
        if (socket.destroyed) {
          return
        }
        return
      }

      if (socket[kIdleSocketValidation] === 1) {
        socket[kParser].readMore()
        if (socket.destroyed) {
          return
        }
        return
      }
    }

    if (client[kRunning] === 0) {
      socket[kParser].readMore()
      if (socket.destroyed) {
        return
      }
    }

    if (client[kSize] === 0) {
      if (socket[kParser].timeoutType !== TIMEOUT_KEEP_ALIVE) {
        socket[kParser].setTimeout(client[kKeepAliveTimeoutValue], TIMEOUT_KEEP_ALIVE)
      }
    } else if (client[kRunning] > 0 && socket[kParser].statusCode < 200) {
      if (socket[kParser].timeoutType !== TIMEOUT_HEADERS) {
        const request = client[kQueue][client[kRunningIdx]]
        const headersTimeout = request.headersTimeout != null
          ? request.headersTimeout
          : client[kHeadersTimeout]
        socket[kParser].setTimeout(headersTimeout, TIMEOUT_HEADERS)
      }
    }
  }
}

// https://www.rfc-editor.org/rfc/rfc7230#section-3.3.2
function shouldSendContentLength (method) {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && method !== 'TRACE' && method !== 'CONNECT'
}

function setTypeOfService (socket, request) {
  if (typeof socket.setTypeOfService !== 'function') {
    return
  }

  const typeOfService = request.typeOfService

  if (typeOfService === undefined) {
    return
  }

  const currentTypeOfService = socket[kTypeOfService]

  if (currentTypeOfService === typeOfService) {
    return
  }

  try {
    socket.setTypeOfService(typeOfService)
    socket[kTypeOfService] = typeOfService
  } catch {
    // QoS marking is best-effort. setTypeOfService() can throw synchronously on
    // some platforms depending on socket state, but that must not abort the request.
  }
}

/**
 * @param {import('./client.js')} client
 * @param {import('../core/request.js')} request
 * @returns
 */
function writeH1 (client, request) {
  const { method, path, host, upgrade, blocking, reset } = request

  let { body, headers, contentLength } = request

  // https://tools.ietf.org/html/rfc7231#section-4.3.1
  // https://tools.ietf.org/html/rfc7231#section-4.3.2
  // https://tools.ietf.org/html/rfc7231#section-4.3.5

  // Sending a payload body on a request that does not
  // expect it can cause undefined behavior on some
  // servers and corrupt connection state. Do not
  // re-use the connection for further requests.

  const expectsPayload = (
    method === 'PUT' ||
    method === 'POST' ||
    method === 'PATCH' ||
    method === 'QUERY' ||
    method === 'PROPFIND' ||
    method === 'PROPPATCH'
  )

  if (util.isFormDataLike(body)) {
    if (!extractBody) {
      extractBody = () => { throw new InvalidArgumentError('forms are not part of this bundle') }
    }

    const [bodyStream, contentType] = extractBody(body)
    if (request.contentType == null) {
      headers.push('content-type', contentType)
    }
    body = bodyStream.stream
    contentLength = bodyStream.length
  } else if (util.isBlobLike(body) && request.contentType == null) {
    const contentType = body.type
    if (contentType) {
      const contentTypeValue = `${contentType}`
      if (!util.isValidHeaderValue(contentTypeValue)) {
        util.errorRequest(client, request, new InvalidArgumentError('invalid content-type header'))
        return false
      }
      headers.push('content-type', contentTypeValue)
    }
  }

  if (body && typeof body.read === 'function') {
    // Try to read EOF in order to get length.
    body.read(0)
  }

  const bodyLength = util.bodyLength(body)

  contentLength = bodyLength ?? contentLength

  if (contentLength === null) {
    contentLength = request.contentLength
  }

  if (contentLength === 0 && !expectsPayload) {
    // https://tools.ietf.org/html/rfc7230#section-3.3.2
    // A user agent SHOULD NOT send a Content-Length header field when
    // the request message does not contain a payload body and the method
    // semantics do not anticipate such a body.

    contentLength = null
  }

  // https://github.com/nodejs/undici/issues/2046
  // A user agent may send a Content-Length header with 0 value, this should be allowed.
  if (shouldSendContentLength(method) && contentLength > 0 && request.contentLength !== null && request.contentLength !== contentLength) {
    if (client[kStrictContentLength]) {
      util.errorRequest(client, request, new RequestContentLengthMismatchError())
      return false
    }

    process.emitWarning(new RequestContentLengthMismatchError())
  }

  const socket = client[kSocket]
  clearIdleSocketValidation(socket)

  /**
   * @param {Error} [err]
   * @returns {void}
   */
  const abort = (err) => {
    if (request.aborted || request.completed) {
      return
    }

    util.errorRequest(client, request, err || new RequestAbortedError())

    util.destroy(body)
    util.destroy(socket, new InformationalError('aborted'))
  }

  try {
    request.onConnect(abort)
  } catch (err) {
    util.errorRequest(client, request, err)
  }

  if (request.aborted) {
    return false
  }

  if (method === 'HEAD') {
    // https://github.com/mcollina/undici/issues/258
    // Close after a HEAD request to interop with misbehaving servers
    // that may send a body in the response.

    socket[kReset] = true
  }

  if (upgrade || method === 'CONNECT') {
    // On CONNECT or upgrade, block pipeline from dispatching further
    // requests on this connection.

    socket[kReset] = true
  }

  if (reset != null) {
    socket[kReset] = reset
  }

  if (client[kMaxRequests] && socket[kCounter]++ >= client[kMaxRequests]) {
    socket[kReset] = true
  }

  if (blocking) {
    socket[kBlocking] = true
  }

  setTypeOfService(socket, request)

  let header = `${method} ${path} HTTP/1.1\r\n`

  if (typeof host === 'string') {
    header += `host: ${host}\r\n`
  } else {
    header += client[kHostHeader]
  }

  if (upgrade) {
    header += `connection: upgrade\r\nupgrade: ${upgrade}\r\n`
  } else if (client[kPipelining] && !socket[kReset]) {
    header += 'connection: keep-alive\r\n'
  } else {
    header += 'connection: close\r\n'
  }

  if (Array.isArray(headers)) {
    for (let n = 0; n < headers.length; n += 2) {
      const key = headers[n + 0]
      const val = headers[n + 1]

      if (Array.isArray(val)) {
        for (let i = 0; i < val.length; i++) {
          header += `${key}: ${val[i]}\r\n`
        }
      } else {
        header += `${key}: ${val}\r\n`
      }
    }
  }

  if (channels.sendHeaders.hasSubscribers) {
    channels.sendHeaders.publish({ request, headers: header, socket })
  }

  if (!body || bodyLength === 0) {
    writeBuffer(abort, null, client, request, socket, contentLength, header, expectsPayload)
  } else if (util.isBuffer(body)) {
    writeBuffer(abort, body, client, request, socket, contentLength, header, expectsPayload)
  } else if (util.isBlobLike(body)) {
    if (typeof body.stream === 'function') {
      writeIterable(abort, body.stream(), client, request, socket, contentLength, header, expectsPayload)
    } else {
      writeBlob(abort, body, client, request, socket, contentLength, header, expectsPayload)
    }
  } else if (util.isStream(body)) {
    writeStream(abort, body, client, request, socket, contentLength, header, expectsPayload)
  } else if (util.isIterable(body)) {
    writeIterable(abort, body, client, request, socket, contentLength, header, expectsPayload)
  } else {
    assert(false)
  }

  return true
}

/**
 * @param {AbortCallback} abort
 * @param {import('stream').Stream} body
 * @param {import('./client.js')} client
 * @param {import('../core/request.js')} request
 * @param {import('net').Socket} socket
 * @param {number} contentLength
 * @param {string} header
 * @param {boolean} expectsPayload
 */
function writeStream (abort, body, client, request, socket, contentLength, header, expectsPayload) {
  assert(contentLength !== 0 || client[kRunning] === 0, 'stream body cannot be pipelined')

  let finished = false

  const writer = new AsyncWriter({ abort, socket, request, contentLength, client, expectsPayload, header })

  /**
   * @param {Buffer} chunk
   * @returns {void}
   */
  const onData = function (chunk) {
    if (finished) {
      return
    }

    try {
      if (!writer.write(chunk) && this.pause) {
        this.pause()
      }
    } catch (err) {
      util.destroy(this, err)
    }
  }

  /**
   * @returns {void}
   */
  const onDrain = function () {
    if (finished) {
      return
    }

    if (body.resume) {
      body.resume()
    }
  }

  /**
   * @returns {void}
   */
  const onClose = function () {
    // 'close' might be emitted *before* 'error' for
    // broken streams. Wait a tick to avoid this case.
    queueMicrotask(() => {
      // It's only safe to remove 'error' listener after
      // 'close'.
      body.removeListener('error', onFinished)
    })

    if (!finished) {
      const err = new RequestAbortedError()
      queueMicrotask(() => onFinished(err))
    }
  }

  /**
   * @param {Error} [err]
   * @returns
   */
  const onFinished = function (err) {
    if (finished) {
      return
    }

    finished = true

    assert(socket.destroyed || (socket[kWriting] && client[kRunning] <= 1))

    socket
      .off('drain', onDrain)
      .off('error', onFinished)

    body
      .removeListener('data', onData)
      .removeListener('end', onFinished)
      .removeListener('close', onClose)

    if (!err) {
      try {
        writer.end()
      } catch (er) {
        err = er
      }
    }

    writer.destroy(err)

    if (err && (err.code !== 'UND_ERR_INFO' || err.message !== 'reset')) {
      util.destroy(body, err)
    } else {
      util.destroy(body)
    }
  }

  body
    .on('data', onData)
    .on('end', onFinished)
    .on('error', onFinished)
    .on('close', onClose)

  if (body.resume) {
    body.resume()
  }

  socket
    .on('drain', onDrain)
    .on('error', onFinished)

  if (body.errorEmitted ?? body.errored) {
    setImmediate(onFinished, body.errored)
  } else if (body.endEmitted ?? body.readableEnded) {
    setImmediate(onFinished, null)
  }

  if (body.closeEmitted ?? body.closed) {
    setImmediate(onClose)
  }
}

/**
 * @typedef AbortCallback
 * @type {Function}
 * @param {Error} [err]
 * @returns {void}
 */

/**
 * @param {AbortCallback} abort
 * @param {Uint8Array|null} body
 * @param {import('./client.js')} client
 * @param {import('../core/request.js')} request
 * @param {import('net').Socket} socket
 * @param {number} contentLength
 * @param {string} header
 * @param {boolean} expectsPayload
 * @returns {void}
 */
function writeBuffer (abort, body, client, request, socket, contentLength, header, expectsPayload) {
  try {
    if (!body) {
      if (contentLength === 0) {
        socket.write(`${header}content-length: 0\r\n\r\n`, 'latin1')
      } else {
        assert(contentLength === null, 'no body must not have content length')
        socket.write(`${header}\r\n`, 'latin1')
      }
    } else if (util.isBuffer(body)) {
      assert(contentLength === body.byteLength, 'buffer body must have content length')

      socket.cork()
      socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, 'latin1')
      socket.write(body)
      socket.uncork()
      request.onBodySent(body)

      if (!expectsPayload && request.reset !== false) {
        socket[kReset] = true
      }
    }
    request.onRequestSent()

    client[kResume]()
  } catch (err) {
    abort(err)
  }
}

/**
 * @param {AbortCallback} abort
 * @param {Blob} body
 * @param {import('./client.js')} client
 * @param {import('../core/request.js')} request
 * @param {import('net').Socket} socket
 * @param {number} contentLength
 * @param {string} header
 * @param {boolean} expectsPayload
 * @returns {Promise<void>}
 */
async function writeBlob (abort, body, client, request, socket, contentLength, header, expectsPayload) {
  assert(contentLength === body.size, 'blob body must have content length')

  try {
    if (contentLength != null && contentLength !== body.size) {
      throw new RequestContentLengthMismatchError()
    }

    const buffer = Buffer.from(await body.arrayBuffer())

    socket.cork()
    socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, 'latin1')
    socket.write(buffer)
    socket.uncork()

    request.onBodySent(buffer)
    request.onRequestSent()

    if (!expectsPayload && request.reset !== false) {
      socket[kReset] = true
    }

    client[kResume]()
  } catch (err) {
    abort(err)
  }
}

/**
 * @param {AbortCallback} abort
 * @param {Iterable} body
 * @param {import('./client.js')} client
 * @param {import('../core/request.js')} request
 * @param {import('net').Socket} socket
 * @param {number} contentLength
 * @param {string} header
 * @param {boolean} expectsPayload
 * @returns {Promise<void>}
 */
async function writeIterable (abort, body, client, request, socket, contentLength, header, expectsPayload) {
  assert(contentLength !== 0 || client[kRunning] === 0, 'iterator body cannot be pipelined')

  let callback = null
  function onDrain () {
    if (callback) {
      const cb = callback
      callback = null
      cb()
    }
  }

  const waitForDrain = () => new Promise((resolve, reject) => {
    assert(callback === null)

    if (socket[kError]) {
      reject(socket[kError])
    } else {
      callback = resolve
    }
  })

  socket
    .on('close', onDrain)
    .on('drain', onDrain)

  const writer = new AsyncWriter({ abort, socket, request, contentLength, client, expectsPayload, header })
  try {
    // It's up to the user to somehow abort the async iterable.
    for await (const chunk of body) {
      if (socket[kError]) {
        throw socket[kError]
      }

      if (!writer.write(chunk)) {
        await waitForDrain()
      }
    }

    writer.end()
  } catch (err) {
    writer.destroy(err)
  } finally {
    socket
      .off('close', onDrain)
      .off('drain', onDrain)
  }
}

class AsyncWriter {
  /**
   *
   * @param {object} arg
   * @param {AbortCallback} arg.abort
   * @param {import('net').Socket} arg.socket
   * @param {import('../core/request.js')} arg.request
   * @param {number} arg.contentLength
   * @param {import('./client.js')} arg.client
   * @param {boolean} arg.expectsPayload
   * @param {string} arg.header
   */
  constructor ({ abort, socket, request, contentLength, client, expectsPayload, header }) {
    this.socket = socket
    this.request = request
    this.contentLength = contentLength
    this.client = client
    this.bytesWritten = 0
    this.expectsPayload = expectsPayload
    this.header = header
    this.abort = abort

    socket[kWriting] = true
  }

  /**
   * @param {Buffer} chunk
   * @returns
   */
  write (chunk) {
    const { socket, request, contentLength, client, bytesWritten, expectsPayload, header } = this

    if (socket[kError]) {
      throw socket[kError]
    }

    if (socket.destroyed) {
      return false
    }

    const len = Buffer.byteLength(chunk)
    if (!len) {
      return true
    }

    // We should defer writing chunks.
    if (contentLength !== null && bytesWritten + len > contentLength) {
      if (client[kStrictContentLength]) {
        throw new RequestContentLengthMismatchError()
      }

      process.emitWarning(new RequestContentLengthMismatchError())
    }

    socket.cork()

    if (bytesWritten === 0) {
      if (!expectsPayload && request.reset !== false) {
        socket[kReset] = true
      }

      if (contentLength === null) {
        socket.write(`${header}transfer-encoding: chunked\r\n`, 'latin1')
      } else {
        socket.write(`${header}content-length: ${contentLength}\r\n\r\n`, 'latin1')
      }
    }

    if (contentLength === null) {
      socket.write(`\r\n${len.toString(16)}\r\n`, 'latin1')
    }

    this.bytesWritten += len

    const ret = socket.write(chunk)

    socket.uncork()

    request.onBodySent(chunk)

    if (!ret) {
      if (socket[kParser].timeout && socket[kParser].timeoutType === TIMEOUT_HEADERS) {
        if (socket[kParser].timeout.refresh) {
          socket[kParser].timeout.refresh()
        }
      }
    }

    return ret
  }

  /**
   * @returns {void}
   */
  end () {
    const { socket, contentLength, client, bytesWritten, expectsPayload, header, request } = this
    request.onRequestSent()

    socket[kWriting] = false

    if (socket[kError]) {
      throw socket[kError]
    }

    if (socket.destroyed) {
      return
    }

    if (bytesWritten === 0) {
      if (expectsPayload) {
        // https://tools.ietf.org/html/rfc7230#section-3.3.2
        // A user agent SHOULD send a Content-Length in a request message when
        // no Transfer-Encoding is sent and the request method defines a meaning
        // for an enclosed payload body.

        socket.write(`${header}content-length: 0\r\n\r\n`, 'latin1')
      } else {
        socket.write(`${header}\r\n`, 'latin1')
      }
    } else if (contentLength === null) {
      socket.write('\r\n0\r\n\r\n', 'latin1')
    }

    if (contentLength !== null && bytesWritten !== contentLength) {
      if (client[kStrictContentLength]) {
        throw new RequestContentLengthMismatchError()
      } else {
        process.emitWarning(new RequestContentLengthMismatchError())
      }
    }

    if (socket[kParser].timeout && socket[kParser].timeoutType === TIMEOUT_HEADERS) {
      if (socket[kParser].timeout.refresh) {
        socket[kParser].timeout.refresh()
      }
    }

    client[kResume]()
  }

  /**
   * @param {Error} [err]
   * @returns {void}
   */
  destroy (err) {
    const { socket, client, abort } = this

    socket[kWriting] = false

    if (err) {
      assert(client[kRunning] <= 1, 'pipeline should only contain this request')
      abort(err)
    }
  }
}

module.exports = connectH1


/***/ }),

/***/ 5433:
/***/ ((module) => {

// What undici gets in the bundle instead of its HTTP/2 client: no dispatcher here allows HTTP/2, so that no server is offered
// it, and the real one brings node:http2 to every start.
module.exports = () => {
  throw new Error('HTTP/2 is not part of this bundle');
};


/***/ }),

/***/ 2574:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const assert = __nccwpck_require__(1405)
const net = __nccwpck_require__(7030)
const http = { maxHeaderSize: 16384 }
const util = __nccwpck_require__(9203)
const { ClientStats } = __nccwpck_require__(9535)
const { channels } = __nccwpck_require__(6883)
const Request = __nccwpck_require__(9450)
const DispatcherBase = __nccwpck_require__(7568)
const {
  InvalidArgumentError,
  InformationalError,
  ClientDestroyedError
} = __nccwpck_require__(3092)
const buildConnector = __nccwpck_require__(3657)
const {
  kUrl,
  kServerName,
  kClient,
  kBusy,
  kConnect,
  kResuming,
  kRunning,
  kPending,
  kSize,
  kQueue,
  kConnected,
  kConnecting,
  kNeedDrain,
  kKeepAliveDefaultTimeout,
  kHostHeader,
  kPendingIdx,
  kRunningIdx,
  kError,
  kPipelining,
  kKeepAliveTimeoutValue,
  kMaxHeadersSize,
  kKeepAliveMaxTimeout,
  kKeepAliveTimeoutThreshold,
  kHeadersTimeout,
  kBodyTimeout,
  kStrictContentLength,
  kConnector,
  kMaxRequests,
  kCounter,
  kClose,
  kDestroy,
  kDispatch,
  kLocalAddress,
  kMaxResponseSize,
  kOnError,
  kHTTPContext,
  kMaxConcurrentStreams,
  kHTTP2InitialWindowSize,
  kHTTP2ConnectionWindowSize,
  kResume,
  kPingInterval
} = __nccwpck_require__(6478)
const connectH1 = __nccwpck_require__(2480)
const connectH2 = __nccwpck_require__(5433)

const kClosedResolve = Symbol('kClosedResolve')

const getDefaultNodeMaxHeaderSize = http &&
  http.maxHeaderSize &&
  Number.isInteger(http.maxHeaderSize) &&
  http.maxHeaderSize > 0
  ? () => http.maxHeaderSize
  : () => { throw new InvalidArgumentError('http module not available or http.maxHeaderSize invalid') }

const noop = () => { }

function getPipelining (client) {
  return client[kPipelining] ?? client[kHTTPContext]?.defaultPipelining ?? 1
}

/**
 * @type {import('../../types/client.js').default}
 */
class Client extends DispatcherBase {
  /**
   *
   * @param {string|URL} url
   * @param {import('../../types/client.js').Client.Options} options
   */
  constructor (url, {
    maxHeaderSize,
    headersTimeout,
    socketTimeout,
    requestTimeout,
    connectTimeout,
    bodyTimeout,
    idleTimeout,
    keepAlive,
    keepAliveTimeout,
    maxKeepAliveTimeout,
    keepAliveMaxTimeout,
    keepAliveTimeoutThreshold,
    socketPath,
    pipelining,
    tls,
    strictContentLength,
    maxCachedSessions,
    connect,
    maxRequestsPerClient,
    localAddress,
    maxResponseSize,
    autoSelectFamily,
    autoSelectFamilyAttemptTimeout,
    // h2
    maxConcurrentStreams,
    allowH2,
    useH2c,
    initialWindowSize,
    connectionWindowSize,
    pingInterval,
    webSocket,
    eventSource
  } = {}) {
    if (keepAlive !== undefined) {
      throw new InvalidArgumentError('unsupported keepAlive, use pipelining=0 instead')
    }

    if (socketTimeout !== undefined) {
      throw new InvalidArgumentError('unsupported socketTimeout, use headersTimeout & bodyTimeout instead')
    }

    if (requestTimeout !== undefined) {
      throw new InvalidArgumentError('unsupported requestTimeout, use headersTimeout & bodyTimeout instead')
    }

    if (idleTimeout !== undefined) {
      throw new InvalidArgumentError('unsupported idleTimeout, use keepAliveTimeout instead')
    }

    if (maxKeepAliveTimeout !== undefined) {
      throw new InvalidArgumentError('unsupported maxKeepAliveTimeout, use keepAliveMaxTimeout instead')
    }

    if (maxHeaderSize != null) {
      if (!Number.isInteger(maxHeaderSize) || maxHeaderSize < 1) {
        throw new InvalidArgumentError('invalid maxHeaderSize')
      }
    } else {
      // If maxHeaderSize is not provided, use the default value from the http module
      // or if that is not available, throw an error.
      maxHeaderSize = getDefaultNodeMaxHeaderSize()
    }

    if (socketPath != null && typeof socketPath !== 'string') {
      throw new InvalidArgumentError('invalid socketPath')
    }

    if (connectTimeout != null && (!Number.isFinite(connectTimeout) || connectTimeout < 0)) {
      throw new InvalidArgumentError('invalid connectTimeout')
    }

    if (keepAliveTimeout != null && (!Number.isFinite(keepAliveTimeout) || keepAliveTimeout <= 0)) {
      throw new InvalidArgumentError('invalid keepAliveTimeout')
    }

    if (keepAliveMaxTimeout != null && (!Number.isFinite(keepAliveMaxTimeout) || keepAliveMaxTimeout <= 0)) {
      throw new InvalidArgumentError('invalid keepAliveMaxTimeout')
    }

    if (keepAliveTimeoutThreshold != null && !Number.isFinite(keepAliveTimeoutThreshold)) {
      throw new InvalidArgumentError('invalid keepAliveTimeoutThreshold')
    }

    if (headersTimeout != null && (!Number.isInteger(headersTimeout) || headersTimeout < 0)) {
      throw new InvalidArgumentError('headersTimeout must be a positive integer or zero')
    }

    if (bodyTimeout != null && (!Number.isInteger(bodyTimeout) || bodyTimeout < 0)) {
      throw new InvalidArgumentError('bodyTimeout must be a positive integer or zero')
    }

    if (connect != null && typeof connect !== 'function' && typeof connect !== 'object') {
      throw new InvalidArgumentError('connect must be a function or an object')
    }

    if (maxRequestsPerClient != null && (!Number.isInteger(maxRequestsPerClient) || maxRequestsPerClient < 0)) {
      throw new InvalidArgumentError('maxRequestsPerClient must be a positive number')
    }

    if (localAddress != null && (typeof localAddress !== 'string' || net.isIP(localAddress) === 0)) {
      throw new InvalidArgumentError('localAddress must be valid string IP address')
    }

    if (maxResponseSize != null && (!Number.isInteger(maxResponseSize) || maxResponseSize < -1)) {
      throw new InvalidArgumentError('maxResponseSize must be a positive number')
    }

    if (
      autoSelectFamilyAttemptTimeout != null &&
      (!Number.isInteger(autoSelectFamilyAttemptTimeout) || autoSelectFamilyAttemptTimeout < -1)
    ) {
      throw new InvalidArgumentError('autoSelectFamilyAttemptTimeout must be a positive number')
    }

    // h2
    if (allowH2 != null && typeof allowH2 !== 'boolean') {
      throw new InvalidArgumentError('allowH2 must be a valid boolean value')
    }

    if (maxConcurrentStreams != null && (typeof maxConcurrentStreams !== 'number' || maxConcurrentStreams < 1)) {
      throw new InvalidArgumentError('maxConcurrentStreams must be a positive integer, greater than 0')
    }

    if (useH2c != null && typeof useH2c !== 'boolean') {
      throw new InvalidArgumentError('useH2c must be a valid boolean value')
    }

    if (initialWindowSize != null && (!Number.isInteger(initialWindowSize) || initialWindowSize < 1)) {
      throw new InvalidArgumentError('initialWindowSize must be a positive integer, greater than 0')
    }

    if (connectionWindowSize != null && (!Number.isInteger(connectionWindowSize) || connectionWindowSize < 1)) {
      throw new InvalidArgumentError('connectionWindowSize must be a positive integer, greater than 0')
    }

    if (pingInterval != null && (typeof pingInterval !== 'number' || !Number.isInteger(pingInterval) || pingInterval < 0)) {
      throw new InvalidArgumentError('pingInterval must be a positive integer, greater or equal to 0')
    }

    super({ webSocket, eventSource })

    if (typeof connect !== 'function') {
      connect = buildConnector({
        ...tls,
        maxCachedSessions,
        allowH2,
        useH2c,
        socketPath,
        timeout: connectTimeout,
        ...(typeof autoSelectFamily === 'boolean' ? { autoSelectFamily, autoSelectFamilyAttemptTimeout } : undefined),
        ...connect
      })
    } else {
      const customConnect = connect
      connect = (opts, callback) => customConnect({
        ...opts,
        ...(socketPath != null ? { socketPath } : null),
        ...(allowH2 != null ? { allowH2 } : null)
      }, callback)
    }

    this[kUrl] = util.parseOrigin(url)
    this[kConnector] = connect
    this[kPipelining] = pipelining != null ? pipelining : 1
    this[kMaxHeadersSize] = maxHeaderSize
    this[kKeepAliveDefaultTimeout] = keepAliveTimeout == null ? 4e3 : keepAliveTimeout
    this[kKeepAliveMaxTimeout] = keepAliveMaxTimeout == null ? 600e3 : keepAliveMaxTimeout
    this[kKeepAliveTimeoutThreshold] = keepAliveTimeoutThreshold == null ? 2e3 : keepAliveTimeoutThreshold
    this[kKeepAliveTimeoutValue] = this[kKeepAliveDefaultTimeout]
    this[kServerName] = null
    this[kLocalAddress] = localAddress != null ? localAddress : null
    this[kResuming] = 0 // 0, idle, 1, scheduled, 2 resuming
    this[kNeedDrain] = 0 // 0, idle, 1, scheduled, 2 resuming
    this[kHostHeader] = `host: ${this[kUrl].hostname}${this[kUrl].port ? `:${this[kUrl].port}` : ''}\r\n`
    this[kBodyTimeout] = bodyTimeout != null ? bodyTimeout : 300e3
    this[kHeadersTimeout] = headersTimeout != null ? headersTimeout : 300e3
    this[kStrictContentLength] = strictContentLength == null ? true : strictContentLength
    this[kMaxRequests] = maxRequestsPerClient
    this[kClosedResolve] = null
    this[kMaxResponseSize] = maxResponseSize > -1 ? maxResponseSize : -1
    this[kHTTPContext] = null
    // h2
    this[kMaxConcurrentStreams] = maxConcurrentStreams != null ? maxConcurrentStreams : 100 // Max peerConcurrentStreams for a Node h2 server
    // HTTP/2 window sizes are set to higher defaults than Node.js core for better performance:
    // - initialWindowSize: 262144 (256KB) vs Node.js default 65535 (64KB - 1)
    //   Allows more data to be sent before requiring acknowledgment, improving throughput
    //   especially on high-latency networks. This matches common production HTTP/2 servers.
    // - connectionWindowSize: 524288 (512KB) vs Node.js default (none set)
    //   Provides better flow control for the entire connection across multiple streams.
    this[kHTTP2InitialWindowSize] = initialWindowSize != null ? initialWindowSize : 262144
    this[kHTTP2ConnectionWindowSize] = connectionWindowSize != null ? connectionWindowSize : 524288
    this[kPingInterval] = pingInterval != null ? pingInterval : 60e3 // Default ping interval for h2 - 1 minute

    // kQueue is built up of 3 sections separated by
    // the kRunningIdx and kPendingIdx indices.
    // |   complete   |   running   |   pending   |
    //                ^ kRunningIdx ^ kPendingIdx ^ kQueue.length
    // kRunningIdx points to the first running element.
    // kPendingIdx points to the first pending element.
    // This implements a fast queue with an amortized
    // time of O(1).

    this[kQueue] = []
    this[kRunningIdx] = 0
    this[kPendingIdx] = 0

    this[kResume] = (sync) => resume(this, sync)
    this[kOnError] = (err) => onError(this, err)
  }

  get pipelining () {
    return this[kPipelining]
  }

  set pipelining (value) {
    this[kPipelining] = value
    this[kResume](true)
  }

  get stats () {
    return new ClientStats(this)
  }

  get [kPending] () {
    return this[kQueue].length - this[kPendingIdx]
  }

  get [kRunning] () {
    return this[kPendingIdx] - this[kRunningIdx]
  }

  get [kSize] () {
    return this[kQueue].length - this[kRunningIdx]
  }

  get [kConnected] () {
    return !!this[kHTTPContext] && !this[kConnecting] && !this[kHTTPContext].destroyed
  }

  get [kBusy] () {
    return Boolean(
      this[kHTTPContext]?.busy(null) ||
      (this[kSize] >= (getPipelining(this) || 1)) ||
      this[kPending] > 0
    )
  }

  [kConnect] (cb) {
    connect(this)
    this.once('connect', cb)
  }

  [kDispatch] (opts, handler) {
    const request = new Request(this[kUrl].origin, opts, handler)

    this[kQueue].push(request)
    if (this[kResuming]) {
      // Do nothing.
    } else if (util.bodyLength(request.body) == null && util.isIterable(request.body)) {
      // Wait a tick in case stream/iterator is ended in the same tick.
      this[kResuming] = 1
      queueMicrotask(() => resume(this))
    } else {
      this[kResume](true)
    }

    if (this[kResuming] && this[kNeedDrain] !== 2 && this[kBusy]) {
      this[kNeedDrain] = 2
    }

    return this[kNeedDrain] < 2
  }

  [kClose] () {
    // TODO: for H2 we need to gracefully flush the remaining enqueued
    // request and close each stream.
    return new Promise((resolve) => {
      if (this[kSize]) {
        this[kClosedResolve] = resolve
      } else {
        resolve(null)
      }
    })
  }

  [kDestroy] (err) {
    return new Promise((resolve) => {
      const requests = this[kQueue].splice(this[kPendingIdx])
      for (let i = 0; i < requests.length; i++) {
        const request = requests[i]
        if (request != null) {
          util.errorRequest(this, request, err)
        }
      }

      const callback = () => {
        if (this[kClosedResolve]) {
          // TODO (fix): Should we error here with ClientDestroyedError?
          this[kClosedResolve]()
          this[kClosedResolve] = null
        }
        resolve(null)
      }

      if (this[kHTTPContext]) {
        this[kHTTPContext].destroy(err, callback)
        this[kHTTPContext] = null
      } else {
        queueMicrotask(callback)
      }

      this[kResume]()
    })
  }
}

function onError (client, err) {
  if (
    client[kRunning] === 0 &&
    err.code !== 'UND_ERR_INFO' &&
    err.code !== 'UND_ERR_SOCKET'
  ) {
    // Error is not caused by running request and not a recoverable
    // socket error.

    assert(client[kPendingIdx] === client[kRunningIdx])

    const requests = client[kQueue].splice(client[kRunningIdx])

    for (let i = 0; i < requests.length; i++) {
      const request = requests[i]
      if (request != null) {
        util.errorRequest(client, request, err)
      }
    }
    assert(client[kSize] === 0)
  }
}

/**
 * @param {Client} client
 * @returns {void}
 */
function connect (client) {
  assert(!client[kConnecting])
  assert(!client[kHTTPContext])

  let { host, hostname, protocol, port } = client[kUrl]

  // Resolve ipv6
  if (hostname[0] === '[') {
    const idx = hostname.indexOf(']')

    assert(idx !== -1)
    const ip = hostname.substring(1, idx)

    assert(net.isIPv6(ip))
    hostname = ip
  }

  client[kConnecting] = true

  if (channels.beforeConnect.hasSubscribers) {
    channels.beforeConnect.publish({
      connectParams: {
        host,
        hostname,
        protocol,
        port,
        version: client[kHTTPContext]?.version,
        servername: client[kServerName],
        localAddress: client[kLocalAddress]
      },
      connector: client[kConnector]
    })
  }

  try {
    client[kConnector]({
      host,
      hostname,
      protocol,
      port,
      servername: client[kServerName],
      localAddress: client[kLocalAddress]
    }, (err, socket) => {
      if (err) {
        handleConnectError(client, err, { host, hostname, protocol, port })
        client[kResume]()
        return
      }

      if (client.destroyed) {
        util.destroy(socket.on('error', noop), new ClientDestroyedError())
        client[kResume]()
        return
      }

      assert(socket)

      try {
        client[kHTTPContext] = socket.alpnProtocol === 'h2'
          ? connectH2(client, socket)
          : connectH1(client, socket)
      } catch (err) {
        socket.destroy().on('error', noop)
        handleConnectError(client, err, { host, hostname, protocol, port })
        client[kResume]()
        return
      }

      client[kConnecting] = false

      socket[kCounter] = 0
      socket[kMaxRequests] = client[kMaxRequests]
      socket[kClient] = client
      socket[kError] = null

      if (channels.connected.hasSubscribers) {
        channels.connected.publish({
          connectParams: {
            host,
            hostname,
            protocol,
            port,
            version: client[kHTTPContext]?.version,
            servername: client[kServerName],
            localAddress: client[kLocalAddress]
          },
          connector: client[kConnector],
          socket
        })
      }

      client.emit('connect', client[kUrl], [client])
      client[kResume]()
    })
  } catch (err) {
    handleConnectError(client, err, { host, hostname, protocol, port })
    client[kResume]()
  }
}

function handleConnectError (client, err, { host, hostname, protocol, port }) {
  if (client.destroyed) {
    return
  }

  client[kConnecting] = false

  if (channels.connectError.hasSubscribers) {
    channels.connectError.publish({
      connectParams: {
        host,
        hostname,
        protocol,
        port,
        version: client[kHTTPContext]?.version,
        servername: client[kServerName],
        localAddress: client[kLocalAddress]
      },
      connector: client[kConnector],
      error: err
    })
  }

  if (err.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    assert(client[kRunning] === 0)
    while (client[kPending] > 0 && client[kQueue][client[kPendingIdx]].servername === client[kServerName]) {
      const request = client[kQueue][client[kPendingIdx]++]
      util.errorRequest(client, request, err)
    }
  } else {
    onError(client, err)
  }

  client.emit('connectionError', client[kUrl], [client], err)
}

function emitDrain (client) {
  client[kNeedDrain] = 0
  client.emit('drain', client[kUrl], [client])
}

function resume (client, sync) {
  if (client[kResuming] === 2) {
    return
  }

  client[kResuming] = 2

  _resume(client, sync)
  client[kResuming] = 0

  if (client[kRunningIdx] > 256) {
    client[kQueue].splice(0, client[kRunningIdx])
    client[kPendingIdx] -= client[kRunningIdx]
    client[kRunningIdx] = 0
  }
}

function _resume (client, sync) {
  while (true) {
    if (client.destroyed) {
      assert(client[kPending] === 0)
      return
    }

    if (client[kClosedResolve] && !client[kSize]) {
      client[kClosedResolve]()
      client[kClosedResolve] = null
      return
    }

    if (client[kHTTPContext]) {
      client[kHTTPContext].resume()
    }

    if (client[kBusy]) {
      client[kNeedDrain] = 2
    } else if (client[kNeedDrain] === 2) {
      if (sync) {
        client[kNeedDrain] = 1
        queueMicrotask(() => emitDrain(client))
      } else {
        emitDrain(client)
      }
      continue
    }

    if (client[kPending] === 0) {
      return
    }

    if (client[kRunning] >= (getPipelining(client) || 1)) {
      return
    }

    const request = client[kQueue][client[kPendingIdx]]

    if (request === null) {
      return
    }

    if (client[kUrl].protocol === 'https:' && client[kServerName] !== request.servername) {
      if (client[kRunning] > 0) {
        return
      }

      client[kServerName] = request.servername
      client[kHTTPContext]?.destroy(new InformationalError('servername changed'), () => {
        client[kHTTPContext] = null
        resume(client)
      })
    }

    if (client[kConnecting]) {
      return
    }

    if (!client[kHTTPContext]) {
      connect(client)
      return
    }

    if (client[kHTTPContext].destroyed) {
      return
    }

    if (client[kHTTPContext].busy(request)) {
      return
    }

    if (!request.aborted && client[kHTTPContext].write(request)) {
      client[kPendingIdx]++
    } else {
      client[kQueue].splice(client[kPendingIdx], 1)
    }
  }
}

module.exports = Client


/***/ }),

/***/ 7568:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const buffer = __nccwpck_require__(4573)
const Dispatcher = __nccwpck_require__(1716)
const UnwrapHandler = __nccwpck_require__(2680)
const {
  ClientDestroyedError,
  ClientClosedError,
  InvalidArgumentError
} = __nccwpck_require__(3092)
const { kDestroy, kClose, kClosed, kDestroyed, kDispatch } = __nccwpck_require__(6478)

const kOnDestroyed = Symbol('onDestroyed')
const kOnClosed = Symbol('onClosed')
const kWebSocketOptions = Symbol('webSocketOptions')
const kEventSourceOptions = Symbol('eventSourceOptions')

class DispatcherBase extends Dispatcher {
  /** @type {boolean} */
  [kDestroyed] = false;

  /** @type {Array<Function|null} */
  [kOnDestroyed] = null;

  /** @type {boolean} */
  [kClosed] = false;

  /** @type {Array<Function>|null} */
  [kOnClosed] = null

  /**
   * @param {import('../../types/dispatcher').DispatcherOptions} [opts]
   */
  constructor (opts) {
    super()
    this[kWebSocketOptions] = opts?.webSocket ?? {}
    this[kEventSourceOptions] = opts?.eventSource ?? {}
  }

  /**
   * @returns {import('../../types/dispatcher').WebSocketOptions}
   */
  get webSocketOptions () {
    return {
      maxFragments: this[kWebSocketOptions].maxFragments ?? 131072,
      maxPayloadSize: this[kWebSocketOptions].maxPayloadSize ?? 128 * 1024 * 1024 // 128 MB default
    }
  }

  /**
   * @returns {import('../../types/client').Client.EventSourceOptions}
   */
  get eventSourceOptions () {
    return {
      maxEventSize: this[kEventSourceOptions].maxEventSize ?? buffer.kStringMaxLength
    }
  }

  /** @returns {boolean} */
  get destroyed () {
    return this[kDestroyed]
  }

  /** @returns {boolean} */
  get closed () {
    return this[kClosed]
  }

  close (callback) {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.close((err, data) => {
          return err ? reject(err) : resolve(data)
        })
      })
    }

    if (typeof callback !== 'function') {
      throw new InvalidArgumentError('invalid callback')
    }

    if (this[kDestroyed]) {
      const err = new ClientDestroyedError()
      queueMicrotask(() => callback(err, null))
      return
    }

    if (this[kClosed]) {
      if (this[kOnClosed]) {
        this[kOnClosed].push(callback)
      } else {
        queueMicrotask(() => callback(null, null))
      }
      return
    }

    this[kClosed] = true
    this[kOnClosed] ??= []
    this[kOnClosed].push(callback)

    const onClosed = () => {
      const callbacks = this[kOnClosed]
      this[kOnClosed] = null
      for (let i = 0; i < callbacks.length; i++) {
        callbacks[i](null, null)
      }
    }

    // Should not error.
    this[kClose]()
      .then(() => this.destroy())
      .then(() => queueMicrotask(onClosed))
  }

  destroy (err, callback) {
    if (typeof err === 'function') {
      callback = err
      err = null
    }

    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.destroy(err, (err, data) => {
          return err ? reject(err) : resolve(data)
        })
      })
    }

    if (typeof callback !== 'function') {
      throw new InvalidArgumentError('invalid callback')
    }

    if (this[kDestroyed]) {
      if (this[kOnDestroyed]) {
        this[kOnDestroyed].push(callback)
      } else {
        queueMicrotask(() => callback(null, null))
      }
      return
    }

    if (!err) {
      err = new ClientDestroyedError()
    }

    this[kDestroyed] = true
    this[kOnDestroyed] ??= []
    this[kOnDestroyed].push(callback)

    const onDestroyed = () => {
      const callbacks = this[kOnDestroyed]
      this[kOnDestroyed] = null
      for (let i = 0; i < callbacks.length; i++) {
        callbacks[i](null, null)
      }
    }

    // Should not error.
    this[kDestroy](err)
      .then(() => queueMicrotask(onDestroyed))
  }

  dispatch (opts, handler) {
    if (!handler || typeof handler !== 'object') {
      throw new InvalidArgumentError('handler must be an object')
    }

    handler = UnwrapHandler.unwrap(handler)

    try {
      if (!opts || typeof opts !== 'object') {
        throw new InvalidArgumentError('opts must be an object.')
      }

      if (this[kDestroyed] || this[kOnDestroyed]) {
        throw new ClientDestroyedError()
      }

      if (this[kClosed]) {
        throw new ClientClosedError()
      }

      return this[kDispatch](opts, handler)
    } catch (err) {
      if (typeof handler.onError !== 'function') {
        throw err
      }

      handler.onError(err)

      return false
    }
  }
}

module.exports = DispatcherBase


/***/ }),

/***/ 1716:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";

const EventEmitter = __nccwpck_require__(8474)
const WrapHandler = __nccwpck_require__(9015)

const wrapInterceptor = (dispatch) => (opts, handler) => dispatch(opts, WrapHandler.wrap(handler))

class Dispatcher extends EventEmitter {
  dispatch () {
    throw new Error('not implemented')
  }

  close () {
    throw new Error('not implemented')
  }

  destroy () {
    throw new Error('not implemented')
  }

  compose (...args) {
    // So we handle [interceptor1, interceptor2] or interceptor1, interceptor2, ...
    const interceptors = Array.isArray(args[0]) ? args[0] : args
    let dispatch = this.dispatch.bind(this)

    for (const interceptor of interceptors) {
      if (interceptor == null) {
        continue
      }

      if (typeof interceptor !== 'function') {
        throw new TypeError(`invalid interceptor, expected function received ${typeof interceptor}`)
      }

      dispatch = interceptor(dispatch)
      dispatch = wrapInterceptor(dispatch)

      if (dispatch == null || typeof dispatch !== 'function' || dispatch.length !== 2) {
        throw new TypeError('invalid interceptor')
      }
    }

    return new Proxy(this, {
      get: (target, key) => key === 'dispatch' ? dispatch : target[key]
    })
  }
}

module.exports = Dispatcher


/***/ }),

/***/ 8217:
/***/ ((module) => {

"use strict";


// Extracted from node/lib/internal/fixed_queue.js

// Currently optimal queue size, tested on V8 6.0 - 6.6. Must be power of two.
const kSize = 2048
const kMask = kSize - 1

// The FixedQueue is implemented as a singly-linked list of fixed-size
// circular buffers. It looks something like this:
//
//  head                                                       tail
//    |                                                          |
//    v                                                          v
// +-----------+ <-----\       +-----------+ <------\         +-----------+
// |  [null]   |        \----- |   next    |         \------- |   next    |
// +-----------+               +-----------+                  +-----------+
// |   item    | <-- bottom    |   item    | <-- bottom       | undefined |
// |   item    |               |   item    |                  | undefined |
// |   item    |               |   item    |                  | undefined |
// |   item    |               |   item    |                  | undefined |
// |   item    |               |   item    |       bottom --> |   item    |
// |   item    |               |   item    |                  |   item    |
// |    ...    |               |    ...    |                  |    ...    |
// |   item    |               |   item    |                  |   item    |
// |   item    |               |   item    |                  |   item    |
// | undefined | <-- top       |   item    |                  |   item    |
// | undefined |               |   item    |                  |   item    |
// | undefined |               | undefined | <-- top  top --> | undefined |
// +-----------+               +-----------+                  +-----------+
//
// Or, if there is only one circular buffer, it looks something
// like either of these:
//
//  head   tail                                 head   tail
//    |     |                                     |     |
//    v     v                                     v     v
// +-----------+                               +-----------+
// |  [null]   |                               |  [null]   |
// +-----------+                               +-----------+
// | undefined |                               |   item    |
// | undefined |                               |   item    |
// |   item    | <-- bottom            top --> | undefined |
// |   item    |                               | undefined |
// | undefined | <-- top            bottom --> |   item    |
// | undefined |                               |   item    |
// +-----------+                               +-----------+
//
// Adding a value means moving `top` forward by one, removing means
// moving `bottom` forward by one. After reaching the end, the queue
// wraps around.
//
// When `top === bottom` the current queue is empty and when
// `top + 1 === bottom` it's full. This wastes a single space of storage
// but allows much quicker checks.

/**
 * @type {FixedCircularBuffer}
 * @template T
 */
class FixedCircularBuffer {
  /** @type {number} */
  bottom = 0
  /** @type {number} */
  top = 0
  /** @type {Array<T|undefined>} */
  list = new Array(kSize).fill(undefined)
  /** @type {T|null} */
  next = null

  /** @returns {boolean} */
  isEmpty () {
    return this.top === this.bottom
  }

  /** @returns {boolean} */
  isFull () {
    return ((this.top + 1) & kMask) === this.bottom
  }

  /**
   * @param {T} data
   * @returns {void}
   */
  push (data) {
    this.list[this.top] = data
    this.top = (this.top + 1) & kMask
  }

  /** @returns {T|null} */
  shift () {
    const nextItem = this.list[this.bottom]
    if (nextItem === undefined) { return null }
    this.list[this.bottom] = undefined
    this.bottom = (this.bottom + 1) & kMask
    return nextItem
  }
}

/**
 * @template T
 */
module.exports = class FixedQueue {
  constructor () {
    /** @type {FixedCircularBuffer<T>} */
    this.head = this.tail = new FixedCircularBuffer()
  }

  /** @returns {boolean} */
  isEmpty () {
    return this.head.isEmpty()
  }

  /** @param {T} data */
  push (data) {
    if (this.head.isFull()) {
      // Head is full: Creates a new queue, sets the old queue's `.next` to it,
      // and sets it as the new main queue.
      this.head = this.head.next = new FixedCircularBuffer()
    }
    this.head.push(data)
  }

  /** @returns {T|null} */
  shift () {
    const tail = this.tail
    const next = tail.shift()
    if (tail.isEmpty() && tail.next !== null) {
      // If there is another queue, it forms the new tail.
      this.tail = tail.next
      tail.next = null
    }
    return next
  }
}


/***/ }),

/***/ 7873:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const { PoolStats } = __nccwpck_require__(9535)
const DispatcherBase = __nccwpck_require__(7568)
const FixedQueue = __nccwpck_require__(8217)
const { kConnected, kSize, kRunning, kPending, kQueued, kBusy, kFree, kUrl, kClose, kDestroy, kDispatch } = __nccwpck_require__(6478)

const kClients = Symbol('clients')
const kNeedDrain = Symbol('needDrain')
const kQueue = Symbol('queue')
const kClosedResolve = Symbol('closed resolve')
const kOnDrain = Symbol('onDrain')
const kOnConnect = Symbol('onConnect')
const kOnDisconnect = Symbol('onDisconnect')
const kOnConnectionError = Symbol('onConnectionError')
const kGetDispatcher = Symbol('get dispatcher')
const kAddClient = Symbol('add client')
const kRemoveClient = Symbol('remove client')

class PoolBase extends DispatcherBase {
  [kQueue] = new FixedQueue();

  [kQueued] = 0;

  [kClients] = [];

  [kNeedDrain] = false;

  [kOnDrain] (client, origin, targets) {
    const queue = this[kQueue]

    let needDrain = false

    while (!needDrain) {
      const item = queue.shift()
      if (!item) {
        break
      }
      this[kQueued]--
      needDrain = !client.dispatch(item.opts, item.handler)
    }

    client[kNeedDrain] = needDrain

    if (!needDrain && this[kNeedDrain]) {
      this[kNeedDrain] = false
      this.emit('drain', origin, [this, ...targets])
    }

    if (this[kClosedResolve] && queue.isEmpty()) {
      const closeAll = []
      for (let i = 0; i < this[kClients].length; i++) {
        const client = this[kClients][i]
        if (!client.destroyed) {
          closeAll.push(client.close())
        }
      }
      return Promise.all(closeAll)
        .then(this[kClosedResolve])
    }
  }

  [kOnConnect] = (origin, targets) => {
    this.emit('connect', origin, [this, ...targets])
  };

  [kOnDisconnect] = (origin, targets, err) => {
    this.emit('disconnect', origin, [this, ...targets], err)
  };

  [kOnConnectionError] = (origin, targets, err) => {
    this.emit('connectionError', origin, [this, ...targets], err)
  }

  get [kBusy] () {
    return this[kNeedDrain]
  }

  get [kConnected] () {
    let ret = 0
    for (const { [kConnected]: connected } of this[kClients]) {
      ret += connected
    }
    return ret
  }

  get [kFree] () {
    let ret = 0
    for (const { [kConnected]: connected, [kNeedDrain]: needDrain } of this[kClients]) {
      ret += connected && !needDrain
    }
    return ret
  }

  get [kPending] () {
    let ret = this[kQueued]
    for (const { [kPending]: pending } of this[kClients]) {
      ret += pending
    }
    return ret
  }

  get [kRunning] () {
    let ret = 0
    for (const { [kRunning]: running } of this[kClients]) {
      ret += running
    }
    return ret
  }

  get [kSize] () {
    let ret = this[kQueued]
    for (const { [kSize]: size } of this[kClients]) {
      ret += size
    }
    return ret
  }

  get stats () {
    return new PoolStats(this)
  }

  [kClose] () {
    if (this[kQueue].isEmpty()) {
      const closeAll = []
      for (let i = 0; i < this[kClients].length; i++) {
        const client = this[kClients][i]
        if (!client.destroyed) {
          closeAll.push(client.close())
        }
      }
      return Promise.all(closeAll)
    } else {
      return new Promise((resolve) => {
        this[kClosedResolve] = resolve
      })
    }
  }

  [kDestroy] (err) {
    while (true) {
      const item = this[kQueue].shift()
      if (!item) {
        break
      }
      item.handler.onError(err)
    }

    const destroyAll = new Array(this[kClients].length)
    for (let i = 0; i < this[kClients].length; i++) {
      destroyAll[i] = this[kClients][i].destroy(err)
    }
    return Promise.all(destroyAll)
  }

  [kDispatch] (opts, handler) {
    const dispatcher = this[kGetDispatcher]()

    if (!dispatcher) {
      this[kNeedDrain] = true
      this[kQueue].push({ opts, handler })
      this[kQueued]++
    } else if (!dispatcher.dispatch(opts, handler)) {
      dispatcher[kNeedDrain] = true
      this[kNeedDrain] = !this[kGetDispatcher]()
    }

    return !this[kNeedDrain]
  }

  [kAddClient] (client) {
    client
      .on('drain', this[kOnDrain].bind(this, client))
      .on('connect', this[kOnConnect])
      .on('disconnect', this[kOnDisconnect])
      .on('connectionError', this[kOnConnectionError])

    this[kClients].push(client)

    if (this[kNeedDrain]) {
      queueMicrotask(() => {
        if (this[kNeedDrain]) {
          this[kOnDrain](client, client[kUrl], [client, this])
        }
      })
    }

    return this
  }

  [kRemoveClient] (client) {
    client.close(() => {
      const idx = this[kClients].indexOf(client)
      if (idx !== -1) {
        this[kClients].splice(idx, 1)
      }
    })

    this[kNeedDrain] = this[kClients].some(dispatcher => (
      !dispatcher[kNeedDrain] &&
      dispatcher.closed !== true &&
      dispatcher.destroyed !== true
    ))
  }
}

module.exports = {
  PoolBase,
  kClients,
  kNeedDrain,
  kAddClient,
  kRemoveClient,
  kGetDispatcher
}


/***/ }),

/***/ 6307:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const {
  PoolBase,
  kClients,
  kNeedDrain,
  kAddClient,
  kGetDispatcher,
  kRemoveClient
} = __nccwpck_require__(7873)
const Client = __nccwpck_require__(2574)
const {
  InvalidArgumentError
} = __nccwpck_require__(3092)
const util = __nccwpck_require__(9203)
const { kUrl } = __nccwpck_require__(6478)
const buildConnector = __nccwpck_require__(3657)

const kOptions = Symbol('options')
const kConnections = Symbol('connections')
const kFactory = Symbol('factory')

function defaultFactory (origin, opts) {
  return new Client(origin, opts)
}

class Pool extends PoolBase {
  constructor (origin, {
    connections,
    factory = defaultFactory,
    connect,
    connectTimeout,
    tls,
    maxCachedSessions,
    socketPath,
    autoSelectFamily,
    autoSelectFamilyAttemptTimeout,
    allowH2,
    clientTtl,
    ...options
  } = {}) {
    if (connections != null && (!Number.isFinite(connections) || connections < 0)) {
      throw new InvalidArgumentError('invalid connections')
    }

    if (typeof factory !== 'function') {
      throw new InvalidArgumentError('factory must be a function.')
    }

    if (connect != null && typeof connect !== 'function' && typeof connect !== 'object') {
      throw new InvalidArgumentError('connect must be a function or an object')
    }

    if (typeof connect !== 'function') {
      connect = buildConnector({
        ...tls,
        maxCachedSessions,
        allowH2,
        socketPath,
        timeout: connectTimeout,
        ...(typeof autoSelectFamily === 'boolean' ? { autoSelectFamily, autoSelectFamilyAttemptTimeout } : undefined),
        ...connect
      })
    }

    super(options)

    this[kConnections] = connections || null
    this[kUrl] = util.parseOrigin(origin)
    this[kOptions] = { ...util.deepClone(options), connect, allowH2, clientTtl, socketPath }
    this[kOptions].interceptors = options.interceptors
      ? { ...options.interceptors }
      : undefined
    this[kFactory] = factory

    this.on('connect', (origin, targets) => {
      if (clientTtl != null && clientTtl > 0) {
        for (const target of targets) {
          Object.assign(target, { ttl: Date.now() })
        }
      }
    })

    this.on('connectionError', (origin, targets, error) => {
      // If a connection error occurs, we remove the client from the pool,
      // and emit a connectionError event. They will not be re-used.
      // Fixes https://github.com/nodejs/undici/issues/3895
      for (const target of targets) {
        // Do not use kRemoveClient here, as it will close the client,
        // but the client cannot be closed in this state.
        const idx = this[kClients].indexOf(target)
        if (idx !== -1) {
          this[kClients].splice(idx, 1)
        }
      }
    })
  }

  [kGetDispatcher] () {
    const clientTtlOption = this[kOptions].clientTtl
    for (const client of this[kClients]) {
      // check ttl of client and if it's stale, remove it from the pool
      if (clientTtlOption != null && clientTtlOption > 0 && client.ttl && ((Date.now() - client.ttl) > clientTtlOption)) {
        this[kRemoveClient](client)
      } else if (!client[kNeedDrain]) {
        return client
      }
    }

    if (!this[kConnections] || this[kClients].length < this[kConnections]) {
      const dispatcher = this[kFactory](this[kUrl], this[kOptions])
      this[kAddClient](dispatcher)
      return dispatcher
    }
  }
}

module.exports = Pool


/***/ }),

/***/ 2680:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const { parseHeaders } = __nccwpck_require__(9203)
const { InvalidArgumentError } = __nccwpck_require__(3092)

const kResume = Symbol('resume')

class UnwrapController {
  #paused = false
  #reason = null
  #aborted = false
  #abort

  [kResume] = null

  rawHeaders = null
  rawTrailers = null

  constructor (abort) {
    this.#abort = abort
  }

  pause () {
    this.#paused = true
  }

  resume () {
    if (this.#paused) {
      this.#paused = false
      this[kResume]?.()
    }
  }

  abort (reason) {
    if (!this.#aborted) {
      this.#aborted = true
      this.#reason = reason
      this.#abort(reason)
    }
  }

  get aborted () {
    return this.#aborted
  }

  get reason () {
    return this.#reason
  }

  get paused () {
    return this.#paused
  }
}

module.exports = class UnwrapHandler {
  #handler
  #controller

  constructor (handler) {
    this.#handler = handler
  }

  static unwrap (handler) {
    // TODO (fix): More checks...
    return !handler.onRequestStart ? handler : new UnwrapHandler(handler)
  }

  onConnect (abort, context) {
    this.#controller = new UnwrapController(abort)
    this.#handler.onRequestStart?.(this.#controller, context)
  }

  onResponseStarted () {
    return this.#handler.onResponseStarted?.()
  }

  onUpgrade (statusCode, rawHeaders, socket) {
    this.#controller.rawHeaders = rawHeaders
    this.#handler.onRequestUpgrade?.(this.#controller, statusCode, parseHeaders(rawHeaders), socket)
  }

  onHeaders (statusCode, rawHeaders, resume, statusMessage) {
    this.#controller[kResume] = resume
    this.#controller.rawHeaders = rawHeaders
    this.#handler.onResponseStart?.(this.#controller, statusCode, parseHeaders(rawHeaders), statusMessage)
    return !this.#controller.paused
  }

  onData (data) {
    this.#handler.onResponseData?.(this.#controller, data)
    return !this.#controller.paused
  }

  onComplete (rawTrailers) {
    this.#controller.rawTrailers = rawTrailers
    this.#handler.onResponseEnd?.(this.#controller, parseHeaders(rawTrailers))
  }

  onError (err) {
    if (!this.#handler.onResponseError) {
      throw new InvalidArgumentError('invalid onError method')
    }

    this.#handler.onResponseError?.(this.#controller, err)
  }
}


/***/ }),

/***/ 9015:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const { InvalidArgumentError } = __nccwpck_require__(3092)

module.exports = class WrapHandler {
  #handler

  constructor (handler) {
    this.#handler = handler
  }

  static wrap (handler) {
    // TODO (fix): More checks...
    return handler.onRequestStart ? handler : new WrapHandler(handler)
  }

  // Unwrap Interface

  onConnect (abort, context) {
    return this.#handler.onConnect?.(abort, context)
  }

  onResponseStarted () {
    return this.#handler.onResponseStarted?.()
  }

  onHeaders (statusCode, rawHeaders, resume, statusMessage) {
    return this.#handler.onHeaders?.(statusCode, rawHeaders, resume, statusMessage)
  }

  onUpgrade (statusCode, rawHeaders, socket) {
    return this.#handler.onUpgrade?.(statusCode, rawHeaders, socket)
  }

  onData (data) {
    return this.#handler.onData?.(data)
  }

  onComplete (trailers) {
    return this.#handler.onComplete?.(trailers)
  }

  onError (err) {
    if (!this.#handler.onError) {
      throw err
    }

    return this.#handler.onError?.(err)
  }

  // Wrap Interface

  onRequestStart (controller, context) {
    this.#handler.onConnect?.((reason) => controller.abort(reason), context)
  }

  onRequestUpgrade (controller, statusCode, headers, socket) {
    const rawHeaders = []
    for (const [key, val] of Object.entries(headers)) {
      rawHeaders.push(Buffer.from(key, 'latin1'), toRawHeaderValue(val))
    }

    this.#handler.onUpgrade?.(statusCode, rawHeaders, socket)
  }

  onResponseStart (controller, statusCode, headers, statusMessage) {
    const rawHeaders = []
    for (const [key, val] of Object.entries(headers)) {
      rawHeaders.push(Buffer.from(key, 'latin1'), toRawHeaderValue(val))
    }

    if (this.#handler.onHeaders?.(statusCode, rawHeaders, () => controller.resume(), statusMessage) === false) {
      controller.pause()
    }
  }

  onResponseData (controller, data) {
    if (this.#handler.onData?.(data) === false) {
      controller.pause()
    }
  }

  onResponseEnd (controller, trailers) {
    const rawTrailers = []
    for (const [key, val] of Object.entries(trailers)) {
      rawTrailers.push(Buffer.from(key, 'latin1'), toRawHeaderValue(val))
    }

    this.#handler.onComplete?.(rawTrailers)
  }

  onResponseError (controller, err) {
    if (!this.#handler.onError) {
      throw new InvalidArgumentError('invalid onError method')
    }

    this.#handler.onError?.(err)
  }
}

function toRawHeaderValue (value) {
  return Array.isArray(value)
    ? value.map((item) => Buffer.from(item, 'latin1'))
    : Buffer.from(value, 'latin1')
}


/***/ }),

/***/ 7405:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {

"use strict";

Object.defineProperty(exports, "__esModule", ({ value: true }));
exports.SPECIAL_HEADERS = exports.MINOR = exports.MAJOR = exports.HTAB_SP_VCHAR_OBS_TEXT = exports.QUOTED_STRING = exports.CONNECTION_TOKEN_CHARS = exports.HEADER_CHARS = exports.TOKEN = exports.HEX = exports.URL_CHAR = exports.USERINFO_CHARS = exports.MARK = exports.ALPHANUM = exports.NUM = exports.HEX_MAP = exports.NUM_MAP = exports.ALPHA = exports.STATUSES_HTTP = exports.H_METHOD_MAP = exports.METHOD_MAP = exports.METHODS_RTSP = exports.METHODS_ICE = exports.METHODS_HTTP = exports.HEADER_STATE = exports.FINISH = exports.STATUSES = exports.METHODS = exports.LENIENT_FLAGS = exports.FLAGS = exports.TYPE = exports.ERROR = void 0;
const utils_1 = __nccwpck_require__(2401);
// Emums
exports.ERROR = {
    OK: 0,
    INTERNAL: 1,
    STRICT: 2,
    CR_EXPECTED: 25,
    LF_EXPECTED: 3,
    UNEXPECTED_CONTENT_LENGTH: 4,
    UNEXPECTED_SPACE: 30,
    CLOSED_CONNECTION: 5,
    INVALID_METHOD: 6,
    INVALID_URL: 7,
    INVALID_CONSTANT: 8,
    INVALID_VERSION: 9,
    INVALID_HEADER_TOKEN: 10,
    INVALID_CONTENT_LENGTH: 11,
    INVALID_CHUNK_SIZE: 12,
    INVALID_STATUS: 13,
    INVALID_EOF_STATE: 14,
    INVALID_TRANSFER_ENCODING: 15,
    CB_MESSAGE_BEGIN: 16,
    CB_HEADERS_COMPLETE: 17,
    CB_MESSAGE_COMPLETE: 18,
    CB_CHUNK_HEADER: 19,
    CB_CHUNK_COMPLETE: 20,
    PAUSED: 21,
    PAUSED_UPGRADE: 22,
    PAUSED_H2_UPGRADE: 23,
    USER: 24,
    CB_URL_COMPLETE: 26,
    CB_STATUS_COMPLETE: 27,
    CB_METHOD_COMPLETE: 32,
    CB_VERSION_COMPLETE: 33,
    CB_HEADER_FIELD_COMPLETE: 28,
    CB_HEADER_VALUE_COMPLETE: 29,
    CB_CHUNK_EXTENSION_NAME_COMPLETE: 34,
    CB_CHUNK_EXTENSION_VALUE_COMPLETE: 35,
    CB_RESET: 31,
    CB_PROTOCOL_COMPLETE: 38,
};
exports.TYPE = {
    BOTH: 0, // default
    REQUEST: 1,
    RESPONSE: 2,
};
exports.FLAGS = {
    CONNECTION_KEEP_ALIVE: 1 << 0,
    CONNECTION_CLOSE: 1 << 1,
    CONNECTION_UPGRADE: 1 << 2,
    CHUNKED: 1 << 3,
    UPGRADE: 1 << 4,
    CONTENT_LENGTH: 1 << 5,
    SKIPBODY: 1 << 6,
    TRAILING: 1 << 7,
    // 1 << 8 is unused
    TRANSFER_ENCODING: 1 << 9,
};
exports.LENIENT_FLAGS = {
    HEADERS: 1 << 0,
    CHUNKED_LENGTH: 1 << 1,
    KEEP_ALIVE: 1 << 2,
    TRANSFER_ENCODING: 1 << 3,
    VERSION: 1 << 4,
    DATA_AFTER_CLOSE: 1 << 5,
    OPTIONAL_LF_AFTER_CR: 1 << 6,
    OPTIONAL_CRLF_AFTER_CHUNK: 1 << 7,
    OPTIONAL_CR_BEFORE_LF: 1 << 8,
    SPACES_AFTER_CHUNK_SIZE: 1 << 9,
};
exports.METHODS = {
    'DELETE': 0,
    'GET': 1,
    'HEAD': 2,
    'POST': 3,
    'PUT': 4,
    /* pathological */
    'CONNECT': 5,
    'OPTIONS': 6,
    'TRACE': 7,
    /* WebDAV */
    'COPY': 8,
    'LOCK': 9,
    'MKCOL': 10,
    'MOVE': 11,
    'PROPFIND': 12,
    'PROPPATCH': 13,
    'SEARCH': 14,
    'UNLOCK': 15,
    'BIND': 16,
    'REBIND': 17,
    'UNBIND': 18,
    'ACL': 19,
    /* subversion */
    'REPORT': 20,
    'MKACTIVITY': 21,
    'CHECKOUT': 22,
    'MERGE': 23,
    /* upnp */
    'M-SEARCH': 24,
    'NOTIFY': 25,
    'SUBSCRIBE': 26,
    'UNSUBSCRIBE': 27,
    /* RFC-5789 */
    'PATCH': 28,
    'PURGE': 29,
    /* CalDAV */
    'MKCALENDAR': 30,
    /* RFC-2068, section 19.6.1.2 */
    'LINK': 31,
    'UNLINK': 32,
    /* icecast */
    'SOURCE': 33,
    /* RFC-7540, section 11.6 */
    'PRI': 34,
    /* RFC-2326 RTSP */
    'DESCRIBE': 35,
    'ANNOUNCE': 36,
    'SETUP': 37,
    'PLAY': 38,
    'PAUSE': 39,
    'TEARDOWN': 40,
    'GET_PARAMETER': 41,
    'SET_PARAMETER': 42,
    'REDIRECT': 43,
    'RECORD': 44,
    /* RAOP */
    'FLUSH': 45,
    /* DRAFT https://www.ietf.org/archive/id/draft-ietf-httpbis-safe-method-w-body-02.html */
    'QUERY': 46,
};
exports.STATUSES = {
    CONTINUE: 100,
    SWITCHING_PROTOCOLS: 101,
    PROCESSING: 102,
    EARLY_HINTS: 103,
    RESPONSE_IS_STALE: 110, // Unofficial
    REVALIDATION_FAILED: 111, // Unofficial
    DISCONNECTED_OPERATION: 112, // Unofficial
    HEURISTIC_EXPIRATION: 113, // Unofficial
    MISCELLANEOUS_WARNING: 199, // Unofficial
    OK: 200,
    CREATED: 201,
    ACCEPTED: 202,
    NON_AUTHORITATIVE_INFORMATION: 203,
    NO_CONTENT: 204,
    RESET_CONTENT: 205,
    PARTIAL_CONTENT: 206,
    MULTI_STATUS: 207,
    ALREADY_REPORTED: 208,
    TRANSFORMATION_APPLIED: 214, // Unofficial
    IM_USED: 226,
    MISCELLANEOUS_PERSISTENT_WARNING: 299, // Unofficial
    MULTIPLE_CHOICES: 300,
    MOVED_PERMANENTLY: 301,
    FOUND: 302,
    SEE_OTHER: 303,
    NOT_MODIFIED: 304,
    USE_PROXY: 305,
    SWITCH_PROXY: 306, // No longer used
    TEMPORARY_REDIRECT: 307,
    PERMANENT_REDIRECT: 308,
    BAD_REQUEST: 400,
    UNAUTHORIZED: 401,
    PAYMENT_REQUIRED: 402,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    NOT_ACCEPTABLE: 406,
    PROXY_AUTHENTICATION_REQUIRED: 407,
    REQUEST_TIMEOUT: 408,
    CONFLICT: 409,
    GONE: 410,
    LENGTH_REQUIRED: 411,
    PRECONDITION_FAILED: 412,
    PAYLOAD_TOO_LARGE: 413,
    URI_TOO_LONG: 414,
    UNSUPPORTED_MEDIA_TYPE: 415,
    RANGE_NOT_SATISFIABLE: 416,
    EXPECTATION_FAILED: 417,
    IM_A_TEAPOT: 418,
    PAGE_EXPIRED: 419, // Unofficial
    ENHANCE_YOUR_CALM: 420, // Unofficial
    MISDIRECTED_REQUEST: 421,
    UNPROCESSABLE_ENTITY: 422,
    LOCKED: 423,
    FAILED_DEPENDENCY: 424,
    TOO_EARLY: 425,
    UPGRADE_REQUIRED: 426,
    PRECONDITION_REQUIRED: 428,
    TOO_MANY_REQUESTS: 429,
    REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL: 430, // Unofficial
    REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
    LOGIN_TIMEOUT: 440, // Unofficial
    NO_RESPONSE: 444, // Unofficial
    RETRY_WITH: 449, // Unofficial
    BLOCKED_BY_PARENTAL_CONTROL: 450, // Unofficial
    UNAVAILABLE_FOR_LEGAL_REASONS: 451,
    CLIENT_CLOSED_LOAD_BALANCED_REQUEST: 460, // Unofficial
    INVALID_X_FORWARDED_FOR: 463, // Unofficial
    REQUEST_HEADER_TOO_LARGE: 494, // Unofficial
    SSL_CERTIFICATE_ERROR: 495, // Unofficial
    SSL_CERTIFICATE_REQUIRED: 496, // Unofficial
    HTTP_REQUEST_SENT_TO_HTTPS_PORT: 497, // Unofficial
    INVALID_TOKEN: 498, // Unofficial
    CLIENT_CLOSED_REQUEST: 499, // Unofficial
    INTERNAL_SERVER_ERROR: 500,
    NOT_IMPLEMENTED: 501,
    BAD_GATEWAY: 502,
    SERVICE_UNAVAILABLE: 503,
    GATEWAY_TIMEOUT: 504,
    HTTP_VERSION_NOT_SUPPORTED: 505,
    VARIANT_ALSO_NEGOTIATES: 506,
    INSUFFICIENT_STORAGE: 507,
    LOOP_DETECTED: 508,
    BANDWIDTH_LIMIT_EXCEEDED: 509,
    NOT_EXTENDED: 510,
    NETWORK_AUTHENTICATION_REQUIRED: 511,
    WEB_SERVER_UNKNOWN_ERROR: 520, // Unofficial
    WEB_SERVER_IS_DOWN: 521, // Unofficial
    CONNECTION_TIMEOUT: 522, // Unofficial
    ORIGIN_IS_UNREACHABLE: 523, // Unofficial
    TIMEOUT_OCCURED: 524, // Unofficial
    SSL_HANDSHAKE_FAILED: 525, // Unofficial
    INVALID_SSL_CERTIFICATE: 526, // Unofficial
    RAILGUN_ERROR: 527, // Unofficial
    SITE_IS_OVERLOADED: 529, // Unofficial
    SITE_IS_FROZEN: 530, // Unofficial
    IDENTITY_PROVIDER_AUTHENTICATION_ERROR: 561, // Unofficial
    NETWORK_READ_TIMEOUT: 598, // Unofficial
    NETWORK_CONNECT_TIMEOUT: 599, // Unofficial
};
exports.FINISH = {
    SAFE: 0,
    SAFE_WITH_CB: 1,
    UNSAFE: 2,
};
exports.HEADER_STATE = {
    GENERAL: 0,
    CONNECTION: 1,
    CONTENT_LENGTH: 2,
    TRANSFER_ENCODING: 3,
    UPGRADE: 4,
    CONNECTION_KEEP_ALIVE: 5,
    CONNECTION_CLOSE: 6,
    CONNECTION_UPGRADE: 7,
    TRANSFER_ENCODING_CHUNKED: 8,
};
// C headers
exports.METHODS_HTTP = [
    exports.METHODS.DELETE,
    exports.METHODS.GET,
    exports.METHODS.HEAD,
    exports.METHODS.POST,
    exports.METHODS.PUT,
    exports.METHODS.CONNECT,
    exports.METHODS.OPTIONS,
    exports.METHODS.TRACE,
    exports.METHODS.COPY,
    exports.METHODS.LOCK,
    exports.METHODS.MKCOL,
    exports.METHODS.MOVE,
    exports.METHODS.PROPFIND,
    exports.METHODS.PROPPATCH,
    exports.METHODS.SEARCH,
    exports.METHODS.UNLOCK,
    exports.METHODS.BIND,
    exports.METHODS.REBIND,
    exports.METHODS.UNBIND,
    exports.METHODS.ACL,
    exports.METHODS.REPORT,
    exports.METHODS.MKACTIVITY,
    exports.METHODS.CHECKOUT,
    exports.METHODS.MERGE,
    exports.METHODS['M-SEARCH'],
    exports.METHODS.NOTIFY,
    exports.METHODS.SUBSCRIBE,
    exports.METHODS.UNSUBSCRIBE,
    exports.METHODS.PATCH,
    exports.METHODS.PURGE,
    exports.METHODS.MKCALENDAR,
    exports.METHODS.LINK,
    exports.METHODS.UNLINK,
    exports.METHODS.PRI,
    // TODO(indutny): should we allow it with HTTP?
    exports.METHODS.SOURCE,
    exports.METHODS.QUERY,
];
exports.METHODS_ICE = [
    exports.METHODS.SOURCE,
];
exports.METHODS_RTSP = [
    exports.METHODS.OPTIONS,
    exports.METHODS.DESCRIBE,
    exports.METHODS.ANNOUNCE,
    exports.METHODS.SETUP,
    exports.METHODS.PLAY,
    exports.METHODS.PAUSE,
    exports.METHODS.TEARDOWN,
    exports.METHODS.GET_PARAMETER,
    exports.METHODS.SET_PARAMETER,
    exports.METHODS.REDIRECT,
    exports.METHODS.RECORD,
    exports.METHODS.FLUSH,
    // For AirPlay
    exports.METHODS.GET,
    exports.METHODS.POST,
];
exports.METHOD_MAP = (0, utils_1.enumToMap)(exports.METHODS);
exports.H_METHOD_MAP = Object.fromEntries(Object.entries(exports.METHODS).filter(([k]) => k.startsWith('H')));
exports.STATUSES_HTTP = [
    exports.STATUSES.CONTINUE,
    exports.STATUSES.SWITCHING_PROTOCOLS,
    exports.STATUSES.PROCESSING,
    exports.STATUSES.EARLY_HINTS,
    exports.STATUSES.RESPONSE_IS_STALE,
    exports.STATUSES.REVALIDATION_FAILED,
    exports.STATUSES.DISCONNECTED_OPERATION,
    exports.STATUSES.HEURISTIC_EXPIRATION,
    exports.STATUSES.MISCELLANEOUS_WARNING,
    exports.STATUSES.OK,
    exports.STATUSES.CREATED,
    exports.STATUSES.ACCEPTED,
    exports.STATUSES.NON_AUTHORITATIVE_INFORMATION,
    exports.STATUSES.NO_CONTENT,
    exports.STATUSES.RESET_CONTENT,
    exports.STATUSES.PARTIAL_CONTENT,
    exports.STATUSES.MULTI_STATUS,
    exports.STATUSES.ALREADY_REPORTED,
    exports.STATUSES.TRANSFORMATION_APPLIED,
    exports.STATUSES.IM_USED,
    exports.STATUSES.MISCELLANEOUS_PERSISTENT_WARNING,
    exports.STATUSES.MULTIPLE_CHOICES,
    exports.STATUSES.MOVED_PERMANENTLY,
    exports.STATUSES.FOUND,
    exports.STATUSES.SEE_OTHER,
    exports.STATUSES.NOT_MODIFIED,
    exports.STATUSES.USE_PROXY,
    exports.STATUSES.SWITCH_PROXY,
    exports.STATUSES.TEMPORARY_REDIRECT,
    exports.STATUSES.PERMANENT_REDIRECT,
    exports.STATUSES.BAD_REQUEST,
    exports.STATUSES.UNAUTHORIZED,
    exports.STATUSES.PAYMENT_REQUIRED,
    exports.STATUSES.FORBIDDEN,
    exports.STATUSES.NOT_FOUND,
    exports.STATUSES.METHOD_NOT_ALLOWED,
    exports.STATUSES.NOT_ACCEPTABLE,
    exports.STATUSES.PROXY_AUTHENTICATION_REQUIRED,
    exports.STATUSES.REQUEST_TIMEOUT,
    exports.STATUSES.CONFLICT,
    exports.STATUSES.GONE,
    exports.STATUSES.LENGTH_REQUIRED,
    exports.STATUSES.PRECONDITION_FAILED,
    exports.STATUSES.PAYLOAD_TOO_LARGE,
    exports.STATUSES.URI_TOO_LONG,
    exports.STATUSES.UNSUPPORTED_MEDIA_TYPE,
    exports.STATUSES.RANGE_NOT_SATISFIABLE,
    exports.STATUSES.EXPECTATION_FAILED,
    exports.STATUSES.IM_A_TEAPOT,
    exports.STATUSES.PAGE_EXPIRED,
    exports.STATUSES.ENHANCE_YOUR_CALM,
    exports.STATUSES.MISDIRECTED_REQUEST,
    exports.STATUSES.UNPROCESSABLE_ENTITY,
    exports.STATUSES.LOCKED,
    exports.STATUSES.FAILED_DEPENDENCY,
    exports.STATUSES.TOO_EARLY,
    exports.STATUSES.UPGRADE_REQUIRED,
    exports.STATUSES.PRECONDITION_REQUIRED,
    exports.STATUSES.TOO_MANY_REQUESTS,
    exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE_UNOFFICIAL,
    exports.STATUSES.REQUEST_HEADER_FIELDS_TOO_LARGE,
    exports.STATUSES.LOGIN_TIMEOUT,
    exports.STATUSES.NO_RESPONSE,
    exports.STATUSES.RETRY_WITH,
    exports.STATUSES.BLOCKED_BY_PARENTAL_CONTROL,
    exports.STATUSES.UNAVAILABLE_FOR_LEGAL_REASONS,
    exports.STATUSES.CLIENT_CLOSED_LOAD_BALANCED_REQUEST,
    exports.STATUSES.INVALID_X_FORWARDED_FOR,
    exports.STATUSES.REQUEST_HEADER_TOO_LARGE,
    exports.STATUSES.SSL_CERTIFICATE_ERROR,
    exports.STATUSES.SSL_CERTIFICATE_REQUIRED,
    exports.STATUSES.HTTP_REQUEST_SENT_TO_HTTPS_PORT,
    exports.STATUSES.INVALID_TOKEN,
    exports.STATUSES.CLIENT_CLOSED_REQUEST,
    exports.STATUSES.INTERNAL_SERVER_ERROR,
    exports.STATUSES.NOT_IMPLEMENTED,
    exports.STATUSES.BAD_GATEWAY,
    exports.STATUSES.SERVICE_UNAVAILABLE,
    exports.STATUSES.GATEWAY_TIMEOUT,
    exports.STATUSES.HTTP_VERSION_NOT_SUPPORTED,
    exports.STATUSES.VARIANT_ALSO_NEGOTIATES,
    exports.STATUSES.INSUFFICIENT_STORAGE,
    exports.STATUSES.LOOP_DETECTED,
    exports.STATUSES.BANDWIDTH_LIMIT_EXCEEDED,
    exports.STATUSES.NOT_EXTENDED,
    exports.STATUSES.NETWORK_AUTHENTICATION_REQUIRED,
    exports.STATUSES.WEB_SERVER_UNKNOWN_ERROR,
    exports.STATUSES.WEB_SERVER_IS_DOWN,
    exports.STATUSES.CONNECTION_TIMEOUT,
    exports.STATUSES.ORIGIN_IS_UNREACHABLE,
    exports.STATUSES.TIMEOUT_OCCURED,
    exports.STATUSES.SSL_HANDSHAKE_FAILED,
    exports.STATUSES.INVALID_SSL_CERTIFICATE,
    exports.STATUSES.RAILGUN_ERROR,
    exports.STATUSES.SITE_IS_OVERLOADED,
    exports.STATUSES.SITE_IS_FROZEN,
    exports.STATUSES.IDENTITY_PROVIDER_AUTHENTICATION_ERROR,
    exports.STATUSES.NETWORK_READ_TIMEOUT,
    exports.STATUSES.NETWORK_CONNECT_TIMEOUT,
];
exports.ALPHA = [];
for (let i = 'A'.charCodeAt(0); i <= 'Z'.charCodeAt(0); i++) {
    // Upper case
    exports.ALPHA.push(String.fromCharCode(i));
    // Lower case
    exports.ALPHA.push(String.fromCharCode(i + 0x20));
}
exports.NUM_MAP = {
    0: 0, 1: 1, 2: 2, 3: 3, 4: 4,
    5: 5, 6: 6, 7: 7, 8: 8, 9: 9,
};
exports.HEX_MAP = {
    0: 0, 1: 1, 2: 2, 3: 3, 4: 4,
    5: 5, 6: 6, 7: 7, 8: 8, 9: 9,
    A: 0XA, B: 0XB, C: 0XC, D: 0XD, E: 0XE, F: 0XF,
    a: 0xa, b: 0xb, c: 0xc, d: 0xd, e: 0xe, f: 0xf,
};
exports.NUM = [
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
];
exports.ALPHANUM = exports.ALPHA.concat(exports.NUM);
exports.MARK = ['-', '_', '.', '!', '~', '*', '\'', '(', ')'];
exports.USERINFO_CHARS = exports.ALPHANUM
    .concat(exports.MARK)
    .concat(['%', ';', ':', '&', '=', '+', '$', ',']);
// TODO(indutny): use RFC
exports.URL_CHAR = [
    '!', '"', '$', '%', '&', '\'',
    '(', ')', '*', '+', ',', '-', '.', '/',
    ':', ';', '<', '=', '>',
    '@', '[', '\\', ']', '^', '_',
    '`',
    '{', '|', '}', '~',
].concat(exports.ALPHANUM);
exports.HEX = exports.NUM.concat(['a', 'b', 'c', 'd', 'e', 'f', 'A', 'B', 'C', 'D', 'E', 'F']);
/* Tokens as defined by rfc 2616. Also lowercases them.
 *        token       = 1*<any CHAR except CTLs or separators>
 *     separators     = "(" | ")" | "<" | ">" | "@"
 *                    | "," | ";" | ":" | "\" | <">
 *                    | "/" | "[" | "]" | "?" | "="
 *                    | "{" | "}" | SP | HT
 */
exports.TOKEN = [
    '!', '#', '$', '%', '&', '\'',
    '*', '+', '-', '.',
    '^', '_', '`',
    '|', '~',
].concat(exports.ALPHANUM);
/*
 * Verify that a char is a valid visible (printable) US-ASCII
 * character or %x80-FF
 */
exports.HEADER_CHARS = ['\t'];
for (let i = 32; i <= 255; i++) {
    if (i !== 127) {
        exports.HEADER_CHARS.push(i);
    }
}
// ',' = \x44
exports.CONNECTION_TOKEN_CHARS = exports.HEADER_CHARS.filter((c) => c !== 44);
exports.QUOTED_STRING = ['\t', ' '];
for (let i = 0x21; i <= 0xff; i++) {
    if (i !== 0x22 && i !== 0x5c) { // All characters in ASCII except \ and "
        exports.QUOTED_STRING.push(i);
    }
}
exports.HTAB_SP_VCHAR_OBS_TEXT = ['\t', ' '];
// VCHAR: https://tools.ietf.org/html/rfc5234#appendix-B.1
for (let i = 0x21; i <= 0x7E; i++) {
    exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
}
// OBS_TEXT: https://datatracker.ietf.org/doc/html/rfc9110#name-collected-abnf
for (let i = 0x80; i <= 0xff; i++) {
    exports.HTAB_SP_VCHAR_OBS_TEXT.push(i);
}
exports.MAJOR = exports.NUM_MAP;
exports.MINOR = exports.MAJOR;
exports.SPECIAL_HEADERS = {
    'connection': exports.HEADER_STATE.CONNECTION,
    'content-length': exports.HEADER_STATE.CONTENT_LENGTH,
    'proxy-connection': exports.HEADER_STATE.CONNECTION,
    'transfer-encoding': exports.HEADER_STATE.TRANSFER_ENCODING,
    'upgrade': exports.HEADER_STATE.UPGRADE,
};
exports["default"] = {
    ERROR: exports.ERROR,
    TYPE: exports.TYPE,
    FLAGS: exports.FLAGS,
    LENIENT_FLAGS: exports.LENIENT_FLAGS,
    METHODS: exports.METHODS,
    STATUSES: exports.STATUSES,
    FINISH: exports.FINISH,
    HEADER_STATE: exports.HEADER_STATE,
    ALPHA: exports.ALPHA,
    NUM_MAP: exports.NUM_MAP,
    HEX_MAP: exports.HEX_MAP,
    NUM: exports.NUM,
    ALPHANUM: exports.ALPHANUM,
    MARK: exports.MARK,
    USERINFO_CHARS: exports.USERINFO_CHARS,
    URL_CHAR: exports.URL_CHAR,
    HEX: exports.HEX,
    TOKEN: exports.TOKEN,
    HEADER_CHARS: exports.HEADER_CHARS,
    CONNECTION_TOKEN_CHARS: exports.CONNECTION_TOKEN_CHARS,
    QUOTED_STRING: exports.QUOTED_STRING,
    HTAB_SP_VCHAR_OBS_TEXT: exports.HTAB_SP_VCHAR_OBS_TEXT,
    MAJOR: exports.MAJOR,
    MINOR: exports.MINOR,
    SPECIAL_HEADERS: exports.SPECIAL_HEADERS,
    METHODS_HTTP: exports.METHODS_HTTP,
    METHODS_ICE: exports.METHODS_ICE,
    METHODS_RTSP: exports.METHODS_RTSP,
    METHOD_MAP: exports.METHOD_MAP,
    H_METHOD_MAP: exports.H_METHOD_MAP,
    STATUSES_HTTP: exports.STATUSES_HTTP,
};


/***/ }),

/***/ 9855:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";
/* module decorator */ module = __nccwpck_require__.nmd(module);


const { Buffer } = __nccwpck_require__(4573)

const wasmBase64 = 'AGFzbQEAAAABJwdgAX8Bf2ADf39/AX9gAn9/AGABfwBgBH9/f38Bf2AAAGADf39/AALLAQgDZW52GHdhc21fb25faGVhZGVyc19jb21wbGV0ZQAEA2VudhV3YXNtX29uX21lc3NhZ2VfYmVnaW4AAANlbnYLd2FzbV9vbl91cmwAAQNlbnYOd2FzbV9vbl9zdGF0dXMAAQNlbnYUd2FzbV9vbl9oZWFkZXJfZmllbGQAAQNlbnYUd2FzbV9vbl9oZWFkZXJfdmFsdWUAAQNlbnYMd2FzbV9vbl9ib2R5AAEDZW52GHdhc21fb25fbWVzc2FnZV9jb21wbGV0ZQAAAzU0BQYAAAMAAAAAAAADAQMAAwMDAAACAAAAAAICAgICAgICAgIBAQEBAQEBAQEBAwAAAwAAAAQFAXABExMFAwEAAgYIAX8BQcDZBAsHxQcoBm1lbW9yeQIAC19pbml0aWFsaXplAAgZX19pbmRpcmVjdF9mdW5jdGlvbl90YWJsZQEAC2xsaHR0cF9pbml0AAkYbGxodHRwX3Nob3VsZF9rZWVwX2FsaXZlADcMbGxodHRwX2FsbG9jAAsGbWFsbG9jADkLbGxodHRwX2ZyZWUADARmcmVlAAwPbGxodHRwX2dldF90eXBlAA0VbGxodHRwX2dldF9odHRwX21ham9yAA4VbGxodHRwX2dldF9odHRwX21pbm9yAA8RbGxodHRwX2dldF9tZXRob2QAEBZsbGh0dHBfZ2V0X3N0YXR1c19jb2RlABESbGxodHRwX2dldF91cGdyYWRlABIMbGxodHRwX3Jlc2V0ABMObGxodHRwX2V4ZWN1dGUAFBRsbGh0dHBfc2V0dGluZ3NfaW5pdAAVDWxsaHR0cF9maW5pc2gAFgxsbGh0dHBfcGF1c2UAFw1sbGh0dHBfcmVzdW1lABgbbGxodHRwX3Jlc3VtZV9hZnRlcl91cGdyYWRlABkQbGxodHRwX2dldF9lcnJubwAaF2xsaHR0cF9nZXRfZXJyb3JfcmVhc29uABsXbGxodHRwX3NldF9lcnJvcl9yZWFzb24AHBRsbGh0dHBfZ2V0X2Vycm9yX3BvcwAdEWxsaHR0cF9lcnJub19uYW1lAB4SbGxodHRwX21ldGhvZF9uYW1lAB8SbGxodHRwX3N0YXR1c19uYW1lACAabGxodHRwX3NldF9sZW5pZW50X2hlYWRlcnMAISFsbGh0dHBfc2V0X2xlbmllbnRfY2h1bmtlZF9sZW5ndGgAIh1sbGh0dHBfc2V0X2xlbmllbnRfa2VlcF9hbGl2ZQAjJGxsaHR0cF9zZXRfbGVuaWVudF90cmFuc2Zlcl9lbmNvZGluZwAkGmxsaHR0cF9zZXRfbGVuaWVudF92ZXJzaW9uACUjbGxodHRwX3NldF9sZW5pZW50X2RhdGFfYWZ0ZXJfY2xvc2UAJidsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfbGZfYWZ0ZXJfY3IAJyxsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfY3JsZl9hZnRlcl9jaHVuawAoKGxsaHR0cF9zZXRfbGVuaWVudF9vcHRpb25hbF9jcl9iZWZvcmVfbGYAKSpsbGh0dHBfc2V0X2xlbmllbnRfc3BhY2VzX2FmdGVyX2NodW5rX3NpemUAKhhsbGh0dHBfbWVzc2FnZV9uZWVkc19lb2YANgkYAQBBAQsSAQIDBAUKBgcyNDMuKy8tLDAxCq/ZAjQWAEHA1QAoAgAEQAALQcDVAEEBNgIACxQAIAAQOCAAIAI2AjggACABOgAoCxQAIAAgAC8BNCAALQAwIAAQNxAACx4BAX9BwAAQOiIBEDggAUGACDYCOCABIAA6ACggAQuPDAEHfwJAIABFDQAgAEEIayIBIABBBGsoAgAiAEF4cSIEaiEFAkAgAEEBcQ0AIABBA3FFDQEgASABKAIAIgBrIgFB1NUAKAIASQ0BIAAgBGohBAJAAkBB2NUAKAIAIAFHBEAgAEH/AU0EQCAAQQN2IQMgASgCCCIAIAEoAgwiAkYEQEHE1QBBxNUAKAIAQX4gA3dxNgIADAULIAIgADYCCCAAIAI2AgwMBAsgASgCGCEGIAEgASgCDCIARwRAIAAgASgCCCICNgIIIAIgADYCDAwDCyABQRRqIgMoAgAiAkUEQCABKAIQIgJFDQIgAUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSgCBCIAQQNxQQNHDQIgBSAAQX5xNgIEQczVACAENgIAIAUgBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgASgCHCICQQJ0QfTXAGoiAygCACABRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAFGG2ogADYCACAARQ0BCyAAIAY2AhggASgCECICBEAgACACNgIQIAIgADYCGAsgAUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBU8NACAFKAIEIgBBAXFFDQACQAJAAkACQCAAQQJxRQRAQdzVACgCACAFRgRAQdzVACABNgIAQdDVAEHQ1QAoAgAgBGoiADYCACABIABBAXI2AgQgAUHY1QAoAgBHDQZBzNUAQQA2AgBB2NUAQQA2AgAMBgtB2NUAKAIAIAVGBEBB2NUAIAE2AgBBzNUAQczVACgCACAEaiIANgIAIAEgAEEBcjYCBCAAIAFqIAA2AgAMBgsgAEF4cSAEaiEEIABB/wFNBEAgAEEDdiEDIAUoAggiACAFKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwFCyACIAA2AgggACACNgIMDAQLIAUoAhghBiAFIAUoAgwiAEcEQEHU1QAoAgAaIAAgBSgCCCICNgIIIAIgADYCDAwDCyAFQRRqIgMoAgAiAkUEQCAFKAIQIgJFDQIgBUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSAAQX5xNgIEIAEgBGogBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgBSgCHCICQQJ0QfTXAGoiAygCACAFRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAVGG2ogADYCACAARQ0BCyAAIAY2AhggBSgCECICBEAgACACNgIQIAIgADYCGAsgBUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBGogBDYCACABIARBAXI2AgQgAUHY1QAoAgBHDQBBzNUAIAQ2AgAMAQsgBEH/AU0EQCAEQXhxQezVAGohAAJ/QcTVACgCACICQQEgBEEDdnQiA3FFBEBBxNUAIAIgA3I2AgAgAAwBCyAAKAIICyICIAE2AgwgACABNgIIIAEgADYCDCABIAI2AggMAQtBHyECIARB////B00EQCAEQSYgBEEIdmciAGt2QQFxIABBAXRrQT5qIQILIAEgAjYCHCABQgA3AhAgAkECdEH01wBqIQACQEHI1QAoAgAiA0EBIAJ0IgdxRQRAIAAgATYCAEHI1QAgAyAHcjYCACABIAA2AhggASABNgIIIAEgATYCDAwBCyAEQRkgAkEBdmtBACACQR9HG3QhAiAAKAIAIQACQANAIAAiAygCBEF4cSAERg0BIAJBHXYhACACQQF0IQIgAyAAQQRxakEQaiIHKAIAIgANAAsgByABNgIAIAEgAzYCGCABIAE2AgwgASABNgIIDAELIAMoAggiACABNgIMIAMgATYCCCABQQA2AhggASADNgIMIAEgADYCCAtB5NUAQeTVACgCAEEBayIAQX8gABs2AgALCwcAIAAtACgLBwAgAC0AKgsHACAALQArCwcAIAAtACkLBwAgAC8BNAsHACAALQAwC0ABBH8gACgCGCEBIAAvAS4hAiAALQAoIQMgACgCOCEEIAAQOCAAIAQ2AjggACADOgAoIAAgAjsBLiAAIAE2AhgL5YUCAgd/A34gASACaiEEAkAgACIDKAIMIgANACADKAIEBEAgAyABNgIECyMAQRBrIgkkAAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAygCHCICQQJrDvwBAfkBAgMEBQYHCAkKCwwNDg8QERL4ARP3ARQV9gEWF/UBGBkaGxwdHh8g/QH7ASH0ASIjJCUmJygpKivzASwtLi8wMTLyAfEBMzTwAe8BNTY3ODk6Ozw9Pj9AQUJDREVGR0hJSktMTU5P+gFQUVJT7gHtAVTsAVXrAVZXWFla6gFbXF1eX2BhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gAGBAYIBgwGEAYUBhgGHAYgBiQGKAYsBjAGNAY4BjwGQAZEBkgGTAZQBlQGWAZcBmAGZAZoBmwGcAZ0BngGfAaABoQGiAaMBpAGlAaYBpwGoAakBqgGrAawBrQGuAa8BsAGxAbIBswG0AbUBtgG3AbgBuQG6AbsBvAG9Ab4BvwHAAcEBwgHDAcQBxQHGAccByAHJAcoBywHMAc0BzgHpAegBzwHnAdAB5gHRAdIB0wHUAeUB1QHWAdcB2AHZAdoB2wHcAd0B3gHfAeAB4QHiAeMBAPwBC0EADOMBC0EODOIBC0ENDOEBC0EPDOABC0EQDN8BC0ETDN4BC0EUDN0BC0EVDNwBC0EWDNsBC0EXDNoBC0EYDNkBC0EZDNgBC0EaDNcBC0EbDNYBC0EcDNUBC0EdDNQBC0EeDNMBC0EfDNIBC0EgDNEBC0EhDNABC0EIDM8BC0EiDM4BC0EkDM0BC0EjDMwBC0EHDMsBC0ElDMoBC0EmDMkBC0EnDMgBC0EoDMcBC0ESDMYBC0ERDMUBC0EpDMQBC0EqDMMBC0ErDMIBC0EsDMEBC0HeAQzAAQtBLgy/AQtBLwy+AQtBMAy9AQtBMQy8AQtBMgy7AQtBMwy6AQtBNAy5AQtB3wEMuAELQTUMtwELQTkMtgELQQwMtQELQTYMtAELQTcMswELQTgMsgELQT4MsQELQToMsAELQeABDK8BC0ELDK4BC0E/DK0BC0E7DKwBC0EKDKsBC0E8DKoBC0E9DKkBC0HhAQyoAQtBwQAMpwELQcAADKYBC0HCAAylAQtBCQykAQtBLQyjAQtBwwAMogELQcQADKEBC0HFAAygAQtBxgAMnwELQccADJ4BC0HIAAydAQtByQAMnAELQcoADJsBC0HLAAyaAQtBzAAMmQELQc0ADJgBC0HOAAyXAQtBzwAMlgELQdAADJUBC0HRAAyUAQtB0gAMkwELQdMADJIBC0HVAAyRAQtB1AAMkAELQdYADI8BC0HXAAyOAQtB2AAMjQELQdkADIwBC0HaAAyLAQtB2wAMigELQdwADIkBC0HdAAyIAQtB3gAMhwELQd8ADIYBC0HgAAyFAQtB4QAMhAELQeIADIMBC0HjAAyCAQtB5AAMgQELQeUADIABC0HiAQx/C0HmAAx+C0HnAAx9C0EGDHwLQegADHsLQQUMegtB6QAMeQtBBAx4C0HqAAx3C0HrAAx2C0HsAAx1C0HtAAx0C0EDDHMLQe4ADHILQe8ADHELQfAADHALQfIADG8LQfEADG4LQfMADG0LQfQADGwLQfUADGsLQfYADGoLQQIMaQtB9wAMaAtB+AAMZwtB+QAMZgtB+gAMZQtB+wAMZAtB/AAMYwtB/QAMYgtB/gAMYQtB/wAMYAtBgAEMXwtBgQEMXgtBggEMXQtBgwEMXAtBhAEMWwtBhQEMWgtBhgEMWQtBhwEMWAtBiAEMVwtBiQEMVgtBigEMVQtBiwEMVAtBjAEMUwtBjQEMUgtBjgEMUQtBjwEMUAtBkAEMTwtBkQEMTgtBkgEMTQtBkwEMTAtBlAEMSwtBlQEMSgtBlgEMSQtBlwEMSAtBmAEMRwtBmQEMRgtBmgEMRQtBmwEMRAtBnAEMQwtBnQEMQgtBngEMQQtBnwEMQAtBoAEMPwtBoQEMPgtBogEMPQtBowEMPAtBpAEMOwtBpQEMOgtBpgEMOQtBpwEMOAtBqAEMNwtBqQEMNgtBqgEMNQtBqwEMNAtBrAEMMwtBrQEMMgtBrgEMMQtBrwEMMAtBsAEMLwtBsQEMLgtBsgEMLQtBswEMLAtBtAEMKwtBtQEMKgtBtgEMKQtBtwEMKAtBuAEMJwtBuQEMJgtBugEMJQtBuwEMJAtBvAEMIwtBvQEMIgtBvgEMIQtBvwEMIAtBwAEMHwtBwQEMHgtBwgEMHQtBAQwcC0HDAQwbC0HEAQwaC0HFAQwZC0HGAQwYC0HHAQwXC0HIAQwWC0HJAQwVC0HKAQwUC0HLAQwTC0HMAQwSC0HNAQwRC0HOAQwQC0HPAQwPC0HQAQwOC0HRAQwNC0HSAQwMC0HTAQwLC0HUAQwKC0HVAQwJC0HWAQwIC0HjAQwHC0HXAQwGC0HYAQwFC0HZAQwEC0HaAQwDC0HbAQwCC0HdAQwBC0HcAQshAgNAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCADAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQAJ/AkACQAJAAn8CQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAMCfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAg7jAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEjJCUnKCmeA5sDmgORA4oDgwOAA/0C+wL4AvIC8QLvAu0C6ALnAuYC5QLkAtwC2wLaAtkC2ALXAtYC1QLPAs4CzALLAsoCyQLIAscCxgLEAsMCvgK8AroCuQK4ArcCtgK1ArQCswKyArECsAKuAq0CqQKoAqcCpgKlAqQCowKiAqECoAKfApgCkAKMAosCigKBAv4B/QH8AfsB+gH5AfgB9wH1AfMB8AHrAekB6AHnAeYB5QHkAeMB4gHhAeAB3wHeAd0B3AHaAdkB2AHXAdYB1QHUAdMB0gHRAdABzwHOAc0BzAHLAcoByQHIAccBxgHFAcQBwwHCAcEBwAG/Ab4BvQG8AbsBugG5AbgBtwG2AbUBtAGzAbIBsQGwAa8BrgGtAawBqwGqAakBqAGnAaYBpQGkAaMBogGfAZ4BmQGYAZcBlgGVAZQBkwGSAZEBkAGPAY0BjAGHAYYBhQGEAYMBggF9fHt6eXZ1dFBRUlNUVQsgASAERw1yQf0BIQIMvgMLIAEgBEcNmAFB2wEhAgy9AwsgASAERw3xAUGOASECDLwDCyABIARHDfwBQYQBIQIMuwMLIAEgBEcNigJB/wAhAgy6AwsgASAERw2RAkH9ACECDLkDCyABIARHDZQCQfsAIQIMuAMLIAEgBEcNHkEeIQIMtwMLIAEgBEcNGUEYIQIMtgMLIAEgBEcNygJBzQAhAgy1AwsgASAERw3VAkHGACECDLQDCyABIARHDdYCQcMAIQIMswMLIAEgBEcN3AJBOCECDLIDCyADLQAwQQFGDa0DDIkDC0EAIQACQAJAAkAgAy0AKkUNACADLQArRQ0AIAMvATIiAkECcUUNAQwCCyADLwEyIgJBAXFFDQELQQEhACADLQAoQQFGDQAgAy8BNCIGQeQAa0HkAEkNACAGQcwBRg0AIAZBsAJGDQAgAkHAAHENAEEAIQAgAkGIBHFBgARGDQAgAkEocUEARyEACyADQQA7ATIgA0EAOgAxAkAgAEUEQCADQQA6ADEgAy0ALkEEcQ0BDLEDCyADQgA3AyALIANBADoAMSADQQE6ADYMSAtBACEAAkAgAygCOCICRQ0AIAIoAjAiAkUNACADIAIRAAAhAAsgAEUNSCAAQRVHDWIgA0EENgIcIAMgATYCFCADQdIbNgIQIANBFTYCDEEAIQIMrwMLIAEgBEYEQEEGIQIMrwMLIAEtAABBCkcNGSABQQFqIQEMGgsgA0IANwMgQRIhAgyUAwsgASAERw2KA0EjIQIMrAMLIAEgBEYEQEEHIQIMrAMLAkACQCABLQAAQQprDgQBGBgAGAsgAUEBaiEBQRAhAgyTAwsgAUEBaiEBIANBL2otAABBAXENF0EAIQIgA0EANgIcIAMgATYCFCADQZkgNgIQIANBGTYCDAyrAwsgAyADKQMgIgwgBCABa60iCn0iC0IAIAsgDFgbNwMgIAogDFoNGEEIIQIMqgMLIAEgBEcEQCADQQk2AgggAyABNgIEQRQhAgyRAwtBCSECDKkDCyADKQMgUA2uAgxDCyABIARGBEBBCyECDKgDCyABLQAAQQpHDRYgAUEBaiEBDBcLIANBL2otAABBAXFFDRkMJgtBACEAAkAgAygCOCICRQ0AIAIoAlAiAkUNACADIAIRAAAhAAsgAA0ZDEILQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANGgwkC0EAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADRsMMgsgA0Evai0AAEEBcUUNHAwiC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADRwMQgtBACEAAkAgAygCOCICRQ0AIAIoAlQiAkUNACADIAIRAAAhAAsgAA0dDCALIAEgBEYEQEETIQIMoAMLAkAgAS0AACIAQQprDgQfIyMAIgsgAUEBaiEBDB8LQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANIgxCCyABIARGBEBBFiECDJ4DCyABLQAAQcDBAGotAABBAUcNIwyDAwsCQANAIAEtAABBsDtqLQAAIgBBAUcEQAJAIABBAmsOAgMAJwsgAUEBaiEBQSEhAgyGAwsgBCABQQFqIgFHDQALQRghAgydAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAFBAWoiARA0IgANIQxBC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADSMMKgsgASAERgRAQRwhAgybAwsgA0EKNgIIIAMgATYCBEEAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADSVBJCECDIEDCyABIARHBEADQCABLQAAQbA9ai0AACIAQQNHBEAgAEEBaw4FGBomggMlJgsgBCABQQFqIgFHDQALQRshAgyaAwtBGyECDJkDCwNAIAEtAABBsD9qLQAAIgBBA0cEQCAAQQFrDgUPEScTJicLIAQgAUEBaiIBRw0AC0EeIQIMmAMLIAEgBEcEQCADQQs2AgggAyABNgIEQQchAgz/AgtBHyECDJcDCyABIARGBEBBICECDJcDCwJAIAEtAABBDWsOFC4/Pz8/Pz8/Pz8/Pz8/Pz8/Pz8APwtBACECIANBADYCHCADQb8LNgIQIANBAjYCDCADIAFBAWo2AhQMlgMLIANBL2ohAgNAIAEgBEYEQEEhIQIMlwMLAkACQAJAIAEtAAAiAEEJaw4YAgApKQEpKSkpKSkpKSkpKSkpKSkpKSkCJwsgAUEBaiEBIANBL2otAABBAXFFDQoMGAsgAUEBaiEBDBcLIAFBAWohASACLQAAQQJxDQALQQAhAiADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMDJUDCyADLQAuQYABcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAlwiAkUNACADIAIRAAAhAAsgAEUN5gIgAEEVRgRAIANBJDYCHCADIAE2AhQgA0GbGzYCECADQRU2AgxBACECDJQDC0EAIQIgA0EANgIcIAMgATYCFCADQZAONgIQIANBFDYCDAyTAwtBACECIANBADYCHCADIAE2AhQgA0G+IDYCECADQQI2AgwMkgMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABIAynaiIBEDIiAEUNKyADQQc2AhwgAyABNgIUIAMgADYCDAyRAwsgAy0ALkHAAHFFDQELQQAhAAJAIAMoAjgiAkUNACACKAJYIgJFDQAgAyACEQAAIQALIABFDSsgAEEVRgRAIANBCjYCHCADIAE2AhQgA0HrGTYCECADQRU2AgxBACECDJADC0EAIQIgA0EANgIcIAMgATYCFCADQZMMNgIQIANBEzYCDAyPAwtBACECIANBADYCHCADIAE2AhQgA0GCFTYCECADQQI2AgwMjgMLQQAhAiADQQA2AhwgAyABNgIUIANB3RQ2AhAgA0EZNgIMDI0DC0EAIQIgA0EANgIcIAMgATYCFCADQeYdNgIQIANBGTYCDAyMAwsgAEEVRg09QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIsDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFDSggA0ENNgIcIAMgATYCFCADIAA2AgwMigMLIABBFUYNOkEAIQIgA0EANgIcIAMgATYCFCADQdAPNgIQIANBIjYCDAyJAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQwoCyADQQ42AhwgAyAANgIMIAMgAUEBajYCFAyIAwsgAEEVRg03QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIcDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDCcLIANBDzYCHCADIAA2AgwgAyABQQFqNgIUDIYDC0EAIQIgA0EANgIcIAMgATYCFCADQeIXNgIQIANBGTYCDAyFAwsgAEEVRg0zQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDIQDCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFDSUgA0ERNgIcIAMgATYCFCADIAA2AgwMgwMLIABBFUYNMEEAIQIgA0EANgIcIAMgATYCFCADQdYMNgIQIANBIzYCDAyCAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQwlCyADQRI2AhwgAyAANgIMIAMgAUEBajYCFAyBAwsgA0Evai0AAEEBcUUNAQtBFyECDOYCC0EAIQIgA0EANgIcIAMgATYCFCADQeIXNgIQIANBGTYCDAz+AgsgAEE7Rw0AIAFBAWohAQwMC0EAIQIgA0EANgIcIAMgATYCFCADQZIYNgIQIANBAjYCDAz8AgsgAEEVRg0oQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDPsCCyADQRQ2AhwgAyABNgIUIAMgADYCDAz6AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQz1AgsgA0EVNgIcIAMgADYCDCADIAFBAWo2AhQM+QILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEM8wILIANBFzYCHCADIAA2AgwgAyABQQFqNgIUDPgCCyAAQRVGDSNBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwM9wILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEMHQsgA0EZNgIcIAMgADYCDCADIAFBAWo2AhQM9gILIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUEQCABQQFqIQEM7wILIANBGjYCHCADIAA2AgwgAyABQQFqNgIUDPUCCyAAQRVGDR9BACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwM9AILIAMoAgQhACADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQwbCyADQRw2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM8wILIAMoAgQhACADQQA2AgQgAyAAIAEQMyIARQRAIAFBAWohAQzrAgsgA0EdNgIcIAMgADYCDCADIAFBAWo2AhRBACECDPICCyAAQTtHDQEgAUEBaiEBC0EmIQIM1wILQQAhAiADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMDO8CCyABIARHBEADQCABLQAAQSBHDYQCIAQgAUEBaiIBRw0AC0EsIQIM7wILQSwhAgzuAgsgASAERgRAQTQhAgzuAgsCQAJAA0ACQCABLQAAQQprDgQCAAADAAsgBCABQQFqIgFHDQALQTQhAgzvAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFDZ8CIANBMjYCHCADIAE2AhQgAyAANgIMQQAhAgzuAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFBEAgAUEBaiEBDJ8CCyADQTI2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM7QILIAEgBEcEQAJAA0AgAS0AAEEwayIAQf8BcUEKTwRAQTohAgzXAgsgAykDICILQpmz5syZs+bMGVYNASADIAtCCn4iCjcDICAKIACtQv8BgyILQn+FVg0BIAMgCiALfDcDICAEIAFBAWoiAUcNAAtBwAAhAgzuAgsgAygCBCEAIANBADYCBCADIAAgAUEBaiIBEDEiAA0XDOICC0HAACECDOwCCyABIARGBEBByQAhAgzsAgsCQANAAkAgAS0AAEEJaw4YAAKiAqICqQKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogIAogILIAQgAUEBaiIBRw0AC0HJACECDOwCCyABQQFqIQEgA0Evai0AAEEBcQ2lAiADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMQQAhAgzrAgsgASAERwRAA0AgAS0AAEEgRw0VIAQgAUEBaiIBRw0AC0H4ACECDOsCC0H4ACECDOoCCyADQQI6ACgMOAtBACECIANBADYCHCADQb8LNgIQIANBAjYCDCADIAFBAWo2AhQM6AILQQAhAgzOAgtBDSECDM0CC0ETIQIMzAILQRUhAgzLAgtBFiECDMoCC0EYIQIMyQILQRkhAgzIAgtBGiECDMcCC0EbIQIMxgILQRwhAgzFAgtBHSECDMQCC0EeIQIMwwILQR8hAgzCAgtBICECDMECC0EiIQIMwAILQSMhAgy/AgtBJSECDL4CC0HlACECDL0CCyADQT02AhwgAyABNgIUIAMgADYCDEEAIQIM1QILIANBGzYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDNQCCyADQSA2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzTAgsgA0ETNgIcIAMgATYCFCADQZgaNgIQIANBFTYCDEEAIQIM0gILIANBCzYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNECCyADQRA2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzQAgsgA0EgNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIMzwILIANBCzYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDM4CCyADQQw2AhwgAyABNgIUIANBpBw2AhAgA0EVNgIMQQAhAgzNAgtBACECIANBADYCHCADIAE2AhQgA0HdDjYCECADQRI2AgwMzAILAkADQAJAIAEtAABBCmsOBAACAgACCyAEIAFBAWoiAUcNAAtB/QEhAgzMAgsCQAJAIAMtADZBAUcNAEEAIQACQCADKAI4IgJFDQAgAigCYCICRQ0AIAMgAhEAACEACyAARQ0AIABBFUcNASADQfwBNgIcIAMgATYCFCADQdwZNgIQIANBFTYCDEEAIQIMzQILQdwBIQIMswILIANBADYCHCADIAE2AhQgA0H5CzYCECADQR82AgxBACECDMsCCwJAAkAgAy0AKEEBaw4CBAEAC0HbASECDLICC0HUASECDLECCyADQQI6ADFBACEAAkAgAygCOCICRQ0AIAIoAgAiAkUNACADIAIRAAAhAAsgAEUEQEHdASECDLECCyAAQRVHBEAgA0EANgIcIAMgATYCFCADQbQMNgIQIANBEDYCDEEAIQIMygILIANB+wE2AhwgAyABNgIUIANBgRo2AhAgA0EVNgIMQQAhAgzJAgsgASAERgRAQfoBIQIMyQILIAEtAABByABGDQEgA0EBOgAoC0HAASECDK4CC0HaASECDK0CCyABIARHBEAgA0EMNgIIIAMgATYCBEHZASECDK0CC0H5ASECDMUCCyABIARGBEBB+AEhAgzFAgsgAS0AAEHIAEcNBCABQQFqIQFB2AEhAgyrAgsgASAERgRAQfcBIQIMxAILAkACQCABLQAAQcUAaw4QAAUFBQUFBQUFBQUFBQUFAQULIAFBAWohAUHWASECDKsCCyABQQFqIQFB1wEhAgyqAgtB9gEhAiABIARGDcICIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbrVAGotAABHDQMgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADMMCCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQLiIARQRAQeMBIQIMqgILIANB9QE2AhwgAyABNgIUIAMgADYCDEEAIQIMwgILQfQBIQIgASAERg3BAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEG41QBqLQAARw0CIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzCAgsgA0GBBDsBKCADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQLiIADQMMAgsgA0EANgIAC0EAIQIgA0EANgIcIAMgATYCFCADQeUfNgIQIANBCDYCDAy/AgtB1QEhAgylAgsgA0HzATYCHCADIAE2AhQgAyAANgIMQQAhAgy9AgtBACEAAkAgAygCOCICRQ0AIAIoAkAiAkUNACADIAIRAAAhAAsgAEUNbiAAQRVHBEAgA0EANgIcIAMgATYCFCADQYIPNgIQIANBIDYCDEEAIQIMvQILIANBjwE2AhwgAyABNgIUIANB7Bs2AhAgA0EVNgIMQQAhAgy8AgsgASAERwRAIANBDTYCCCADIAE2AgRB0wEhAgyjAgtB8gEhAgy7AgsgASAERgRAQfEBIQIMuwILAkACQAJAIAEtAABByABrDgsAAQgICAgICAgIAggLIAFBAWohAUHQASECDKMCCyABQQFqIQFB0QEhAgyiAgsgAUEBaiEBQdIBIQIMoQILQfABIQIgASAERg25AiADKAIAIgAgBCABa2ohBiABIABrQQJqIQUDQCABLQAAIABBtdUAai0AAEcNBCAAQQJGDQMgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMuQILQe8BIQIgASAERg24AiADKAIAIgAgBCABa2ohBiABIABrQQFqIQUDQCABLQAAIABBs9UAai0AAEcNAyAAQQFGDQIgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMuAILQe4BIQIgASAERg23AiADKAIAIgAgBCABa2ohBiABIABrQQJqIQUDQCABLQAAIABBsNUAai0AAEcNAiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAY2AgAMtwILIAMoAgQhACADQgA3AwAgAyAAIAVBAWoiARArIgBFDQIgA0HsATYCHCADIAE2AhQgAyAANgIMQQAhAgy2AgsgA0EANgIACyADKAIEIQAgA0EANgIEIAMgACABECsiAEUNnAIgA0HtATYCHCADIAE2AhQgAyAANgIMQQAhAgy0AgtBzwEhAgyaAgtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDLQCC0HOASECDJoCCyADQesBNgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMsgILIAEgBEYEQEHrASECDLICCyABLQAAQS9GBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GyODYCECADQQg2AgxBACECDLECC0HNASECDJcCCyABIARHBEAgA0EONgIIIAMgATYCBEHMASECDJcCC0HqASECDK8CCyABIARGBEBB6QEhAgyvAgsgAS0AAEEwayIAQf8BcUEKSQRAIAMgADoAKiABQQFqIQFBywEhAgyWAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZcCIANB6AE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILIAEgBEYEQEHnASECDK4CCwJAIAEtAABBLkYEQCABQQFqIQEMAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZgCIANB5gE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILQcoBIQIMlAILIAEgBEYEQEHlASECDK0CC0EAIQBBASEFQQEhB0EAIQICQAJAAkACQAJAAn8CQAJAAkACQAJAAkACQCABLQAAQTBrDgoKCQABAgMEBQYICwtBAgwGC0EDDAULQQQMBAtBBQwDC0EGDAILQQcMAQtBCAshAkEAIQVBACEHDAILQQkhAkEBIQBBACEFQQAhBwwBC0EAIQVBASECCyADIAI6ACsgAUEBaiEBAkACQCADLQAuQRBxDQACQAJAAkAgAy0AKg4DAQACBAsgB0UNAwwCCyAADQEMAgsgBUUNAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDQIgA0HiATYCHCADIAE2AhQgAyAANgIMQQAhAgyvAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZoCIANB4wE2AhwgAyABNgIUIAMgADYCDEEAIQIMrgILIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ2YAiADQeQBNgIcIAMgATYCFCADIAA2AgwMrQILQckBIQIMkwILQQAhAAJAIAMoAjgiAkUNACACKAJEIgJFDQAgAyACEQAAIQALAkAgAARAIABBFUYNASADQQA2AhwgAyABNgIUIANBpA02AhAgA0EhNgIMQQAhAgytAgtByAEhAgyTAgsgA0HhATYCHCADIAE2AhQgA0HQGjYCECADQRU2AgxBACECDKsCCyABIARGBEBB4QEhAgyrAgsCQCABLQAAQSBGBEAgA0EAOwE0IAFBAWohAQwBCyADQQA2AhwgAyABNgIUIANBmRE2AhAgA0EJNgIMQQAhAgyrAgtBxwEhAgyRAgsgASAERgRAQeABIQIMqgILAkAgAS0AAEEwa0H/AXEiAkEKSQRAIAFBAWohAQJAIAMvATQiAEGZM0sNACADIABBCmwiADsBNCAAQf7/A3EgAkH//wNzSw0AIAMgACACajsBNAwCC0EAIQIgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDAyrAgsgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDEEAIQIMqgILQcYBIQIMkAILIAEgBEYEQEHfASECDKkCCwJAIAEtAABBMGtB/wFxIgJBCkkEQCABQQFqIQECQCADLwE0IgBBmTNLDQAgAyAAQQpsIgA7ATQgAEH+/wNxIAJB//8Dc0sNACADIAAgAmo7ATQMAgtBACECIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgwMqgILIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgxBACECDKkCC0HFASECDI8CCyABIARGBEBB3gEhAgyoAgsCQCABLQAAQTBrQf8BcSICQQpJBEAgAUEBaiEBAkAgAy8BNCIAQZkzSw0AIAMgAEEKbCIAOwE0IABB/v8DcSACQf//A3NLDQAgAyAAIAJqOwE0DAILQQAhAiADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMDKkCCyADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMQQAhAgyoAgtBxAEhAgyOAgsgASAERgRAQd0BIQIMpwILAkACQAJAAkAgAS0AAEEKaw4XAgMDAAMDAwMDAwMDAwMDAwMDAwMDAwEDCyABQQFqDAULIAFBAWohAUHDASECDI8CCyABQQFqIQEgA0Evai0AAEEBcQ0IIANBADYCHCADIAE2AhQgA0GNCzYCECADQQ02AgxBACECDKcCCyADQQA2AhwgAyABNgIUIANBjQs2AhAgA0ENNgIMQQAhAgymAgsgASAERwRAIANBDzYCCCADIAE2AgRBASECDI0CC0HcASECDKUCCwJAAkADQAJAIAEtAABBCmsOBAIAAAMACyAEIAFBAWoiAUcNAAtB2wEhAgymAgsgAygCBCEAIANBADYCBCADIAAgARAtIgBFBEAgAUEBaiEBDAQLIANB2gE2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMpQILIAMoAgQhACADQQA2AgQgAyAAIAEQLSIADQEgAUEBagshAUHBASECDIoCCyADQdkBNgIcIAMgADYCDCADIAFBAWo2AhRBACECDKICC0HCASECDIgCCyADQS9qLQAAQQFxDQEgA0EANgIcIAMgATYCFCADQeQcNgIQIANBGTYCDEEAIQIMoAILIAEgBEYEQEHZASECDKACCwJAAkACQCABLQAAQQprDgQBAgIAAgsgAUEBaiEBDAILIAFBAWohAQwBCyADLQAuQcAAcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAjwiAkUNACADIAIRAAAhAAsgAEUNoAEgAEEVRgRAIANB2QA2AhwgAyABNgIUIANBtxo2AhAgA0EVNgIMQQAhAgyfAgsgA0EANgIcIAMgATYCFCADQYANNgIQIANBGzYCDEEAIQIMngILIANBADYCHCADIAE2AhQgA0HcKDYCECADQQI2AgxBACECDJ0CCyABIARHBEAgA0EMNgIIIAMgATYCBEG/ASECDIQCC0HYASECDJwCCyABIARGBEBB1wEhAgycAgsCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAEtAABBwQBrDhUAAQIDWgQFBlpaWgcICQoLDA0ODxBaCyABQQFqIQFB+wAhAgySAgsgAUEBaiEBQfwAIQIMkQILIAFBAWohAUGBASECDJACCyABQQFqIQFBhQEhAgyPAgsgAUEBaiEBQYYBIQIMjgILIAFBAWohAUGJASECDI0CCyABQQFqIQFBigEhAgyMAgsgAUEBaiEBQY0BIQIMiwILIAFBAWohAUGWASECDIoCCyABQQFqIQFBlwEhAgyJAgsgAUEBaiEBQZgBIQIMiAILIAFBAWohAUGlASECDIcCCyABQQFqIQFBpgEhAgyGAgsgAUEBaiEBQawBIQIMhQILIAFBAWohAUG0ASECDIQCCyABQQFqIQFBtwEhAgyDAgsgAUEBaiEBQb4BIQIMggILIAEgBEYEQEHWASECDJsCCyABLQAAQc4ARw1IIAFBAWohAUG9ASECDIECCyABIARGBEBB1QEhAgyaAgsCQAJAAkAgAS0AAEHCAGsOEgBKSkpKSkpKSkoBSkpKSkpKAkoLIAFBAWohAUG4ASECDIICCyABQQFqIQFBuwEhAgyBAgsgAUEBaiEBQbwBIQIMgAILQdQBIQIgASAERg2YAiADKAIAIgAgBCABa2ohBSABIABrQQdqIQYCQANAIAEtAAAgAEGo1QBqLQAARw1FIABBB0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyZAgsgA0EANgIAIAZBAWohAUEbDEULIAEgBEYEQEHTASECDJgCCwJAAkAgAS0AAEHJAGsOBwBHR0dHRwFHCyABQQFqIQFBuQEhAgz/AQsgAUEBaiEBQboBIQIM/gELQdIBIQIgASAERg2WAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGm1QBqLQAARw1DIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyXAgsgA0EANgIAIAZBAWohAUEPDEMLQdEBIQIgASAERg2VAiADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGk1QBqLQAARw1CIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyWAgsgA0EANgIAIAZBAWohAUEgDEILQdABIQIgASAERg2UAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw1BIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyVAgsgA0EANgIAIAZBAWohAUESDEELIAEgBEYEQEHPASECDJQCCwJAAkAgAS0AAEHFAGsODgBDQ0NDQ0NDQ0NDQ0MBQwsgAUEBaiEBQbUBIQIM+wELIAFBAWohAUG2ASECDPoBC0HOASECIAEgBEYNkgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBntUAai0AAEcNPyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkwILIANBADYCACAGQQFqIQFBBww/C0HNASECIAEgBEYNkQIgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBmNUAai0AAEcNPiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkgILIANBADYCACAGQQFqIQFBKAw+CyABIARGBEBBzAEhAgyRAgsCQAJAAkAgAS0AAEHFAGsOEQBBQUFBQUFBQUEBQUFBQUECQQsgAUEBaiEBQbEBIQIM+QELIAFBAWohAUGyASECDPgBCyABQQFqIQFBswEhAgz3AQtBywEhAiABIARGDY8CIAMoAgAiACAEIAFraiEFIAEgAGtBBmohBgJAA0AgAS0AACAAQZHVAGotAABHDTwgAEEGRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJACCyADQQA2AgAgBkEBaiEBQRoMPAtBygEhAiABIARGDY4CIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQY3VAGotAABHDTsgAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADI8CCyADQQA2AgAgBkEBaiEBQSEMOwsgASAERgRAQckBIQIMjgILAkACQCABLQAAQcEAaw4UAD09PT09PT09PT09PT09PT09PQE9CyABQQFqIQFBrQEhAgz1AQsgAUEBaiEBQbABIQIM9AELIAEgBEYEQEHIASECDI0CCwJAAkAgAS0AAEHVAGsOCwA8PDw8PDw8PDwBPAsgAUEBaiEBQa4BIQIM9AELIAFBAWohAUGvASECDPMBC0HHASECIAEgBEYNiwIgAygCACIAIAQgAWtqIQUgASAAa0EIaiEGAkADQCABLQAAIABBhNUAai0AAEcNOCAAQQhGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMjAILIANBADYCACAGQQFqIQFBKgw4CyABIARGBEBBxgEhAgyLAgsgAS0AAEHQAEcNOCABQQFqIQFBJQw3C0HFASECIAEgBEYNiQIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBgdUAai0AAEcNNiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMigILIANBADYCACAGQQFqIQFBDgw2CyABIARGBEBBxAEhAgyJAgsgAS0AAEHFAEcNNiABQQFqIQFBqwEhAgzvAQsgASAERgRAQcMBIQIMiAILAkACQAJAAkAgAS0AAEHCAGsODwABAjk5OTk5OTk5OTk5AzkLIAFBAWohAUGnASECDPEBCyABQQFqIQFBqAEhAgzwAQsgAUEBaiEBQakBIQIM7wELIAFBAWohAUGqASECDO4BC0HCASECIAEgBEYNhgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABB/tQAai0AAEcNMyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhwILIANBADYCACAGQQFqIQFBFAwzC0HBASECIAEgBEYNhQIgAygCACIAIAQgAWtqIQUgASAAa0EEaiEGAkADQCABLQAAIABB+dQAai0AAEcNMiAAQQRGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhgILIANBADYCACAGQQFqIQFBKwwyC0HAASECIAEgBEYNhAIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABB9tQAai0AAEcNMSAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhQILIANBADYCACAGQQFqIQFBLAwxC0G/ASECIAEgBEYNgwIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBodUAai0AAEcNMCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMhAILIANBADYCACAGQQFqIQFBEQwwC0G+ASECIAEgBEYNggIgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABB8tQAai0AAEcNLyAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMgwILIANBADYCACAGQQFqIQFBLgwvCyABIARGBEBBvQEhAgyCAgsCQAJAAkACQAJAIAEtAABBwQBrDhUANDQ0NDQ0NDQ0NAE0NAI0NAM0NAQ0CyABQQFqIQFBmwEhAgzsAQsgAUEBaiEBQZwBIQIM6wELIAFBAWohAUGdASECDOoBCyABQQFqIQFBogEhAgzpAQsgAUEBaiEBQaQBIQIM6AELIAEgBEYEQEG8ASECDIECCwJAAkAgAS0AAEHSAGsOAwAwATALIAFBAWohAUGjASECDOgBCyABQQFqIQFBBAwtC0G7ASECIAEgBEYN/wEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB8NQAai0AAEcNLCAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMgAILIANBADYCACAGQQFqIQFBHQwsCyABIARGBEBBugEhAgz/AQsCQAJAIAEtAABByQBrDgcBLi4uLi4ALgsgAUEBaiEBQaEBIQIM5gELIAFBAWohAUEiDCsLIAEgBEYEQEG5ASECDP4BCyABLQAAQdAARw0rIAFBAWohAUGgASECDOQBCyABIARGBEBBuAEhAgz9AQsCQAJAIAEtAABBxgBrDgsALCwsLCwsLCwsASwLIAFBAWohAUGeASECDOQBCyABQQFqIQFBnwEhAgzjAQtBtwEhAiABIARGDfsBIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQezUAGotAABHDSggAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPwBCyADQQA2AgAgBkEBaiEBQQ0MKAtBtgEhAiABIARGDfoBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDScgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPsBCyADQQA2AgAgBkEBaiEBQQwMJwtBtQEhAiABIARGDfkBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQerUAGotAABHDSYgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPoBCyADQQA2AgAgBkEBaiEBQQMMJgtBtAEhAiABIARGDfgBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQejUAGotAABHDSUgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPkBCyADQQA2AgAgBkEBaiEBQSYMJQsgASAERgRAQbMBIQIM+AELAkACQCABLQAAQdQAaw4CAAEnCyABQQFqIQFBmQEhAgzfAQsgAUEBaiEBQZoBIQIM3gELQbIBIQIgASAERg32ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHm1ABqLQAARw0jIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz3AQsgA0EANgIAIAZBAWohAUEnDCMLQbEBIQIgASAERg31ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHk1ABqLQAARw0iIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz2AQsgA0EANgIAIAZBAWohAUEcDCILQbABIQIgASAERg30ASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHe1ABqLQAARw0hIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz1AQsgA0EANgIAIAZBAWohAUEGDCELQa8BIQIgASAERg3zASADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEHZ1ABqLQAARw0gIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAz0AQsgA0EANgIAIAZBAWohAUEZDCALIAEgBEYEQEGuASECDPMBCwJAAkACQAJAIAEtAABBLWsOIwAkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJAEkJCQkJAIkJCQDJAsgAUEBaiEBQY4BIQIM3AELIAFBAWohAUGPASECDNsBCyABQQFqIQFBlAEhAgzaAQsgAUEBaiEBQZUBIQIM2QELQa0BIQIgASAERg3xASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHX1ABqLQAARw0eIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzyAQsgA0EANgIAIAZBAWohAUELDB4LIAEgBEYEQEGsASECDPEBCwJAAkAgAS0AAEHBAGsOAwAgASALIAFBAWohAUGQASECDNgBCyABQQFqIQFBkwEhAgzXAQsgASAERgRAQasBIQIM8AELAkACQCABLQAAQcEAaw4PAB8fHx8fHx8fHx8fHx8BHwsgAUEBaiEBQZEBIQIM1wELIAFBAWohAUGSASECDNYBCyABIARGBEBBqgEhAgzvAQsgAS0AAEHMAEcNHCABQQFqIQFBCgwbC0GpASECIAEgBEYN7QEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABB0dQAai0AAEcNGiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7gELIANBADYCACAGQQFqIQFBHgwaC0GoASECIAEgBEYN7AEgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCABLQAAIABBytQAai0AAEcNGSAAQQZGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7QELIANBADYCACAGQQFqIQFBFQwZC0GnASECIAEgBEYN6wEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBx9QAai0AAEcNGCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM7AELIANBADYCACAGQQFqIQFBFwwYC0GmASECIAEgBEYN6gEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBwdQAai0AAEcNFyAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6wELIANBADYCACAGQQFqIQFBGAwXCyABIARGBEBBpQEhAgzqAQsCQAJAIAEtAABByQBrDgcAGRkZGRkBGQsgAUEBaiEBQYsBIQIM0QELIAFBAWohAUGMASECDNABC0GkASECIAEgBEYN6AEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBptUAai0AAEcNFSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6QELIANBADYCACAGQQFqIQFBCQwVC0GjASECIAEgBEYN5wEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBpNUAai0AAEcNFCAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM6AELIANBADYCACAGQQFqIQFBHwwUC0GiASECIAEgBEYN5gEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBvtQAai0AAEcNEyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM5wELIANBADYCACAGQQFqIQFBAgwTC0GhASECIAEgBEYN5QEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGA0AgAS0AACAAQbzUAGotAABHDREgAEEBRg0CIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADOUBCyABIARGBEBBoAEhAgzlAQtBASABLQAAQd8ARw0RGiABQQFqIQFBhwEhAgzLAQsgA0EANgIAIAZBAWohAUGIASECDMoBC0GfASECIAEgBEYN4gEgAygCACIAIAQgAWtqIQUgASAAa0EIaiEGAkADQCABLQAAIABBhNUAai0AAEcNDyAAQQhGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM4wELIANBADYCACAGQQFqIQFBKQwPC0GeASECIAEgBEYN4QEgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABBuNQAai0AAEcNDiAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM4gELIANBADYCACAGQQFqIQFBLQwOCyABIARGBEBBnQEhAgzhAQsgAS0AAEHFAEcNDiABQQFqIQFBhAEhAgzHAQsgASAERgRAQZwBIQIM4AELAkACQCABLQAAQcwAaw4IAA8PDw8PDwEPCyABQQFqIQFBggEhAgzHAQsgAUEBaiEBQYMBIQIMxgELQZsBIQIgASAERg3eASADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEGz1ABqLQAARw0LIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzfAQsgA0EANgIAIAZBAWohAUEjDAsLQZoBIQIgASAERg3dASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGw1ABqLQAARw0KIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzeAQsgA0EANgIAIAZBAWohAUEADAoLIAEgBEYEQEGZASECDN0BCwJAAkAgAS0AAEHIAGsOCAAMDAwMDAwBDAsgAUEBaiEBQf0AIQIMxAELIAFBAWohAUGAASECDMMBCyABIARGBEBBmAEhAgzcAQsCQAJAIAEtAABBzgBrDgMACwELCyABQQFqIQFB/gAhAgzDAQsgAUEBaiEBQf8AIQIMwgELIAEgBEYEQEGXASECDNsBCyABLQAAQdkARw0IIAFBAWohAUEIDAcLQZYBIQIgASAERg3ZASADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEGs1ABqLQAARw0GIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzaAQsgA0EANgIAIAZBAWohAUEFDAYLQZUBIQIgASAERg3YASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEGm1ABqLQAARw0FIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzZAQsgA0EANgIAIAZBAWohAUEWDAULQZQBIQIgASAERg3XASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw0EIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzYAQsgA0EANgIAIAZBAWohAUEQDAQLIAEgBEYEQEGTASECDNcBCwJAAkAgAS0AAEHDAGsODAAGBgYGBgYGBgYGAQYLIAFBAWohAUH5ACECDL4BCyABQQFqIQFB+gAhAgy9AQtBkgEhAiABIARGDdUBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQaDUAGotAABHDQIgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNYBCyADQQA2AgAgBkEBaiEBQSQMAgsgA0EANgIADAILIAEgBEYEQEGRASECDNQBCyABLQAAQcwARw0BIAFBAWohAUETCzoAKSADKAIEIQAgA0EANgIEIAMgACABEC4iAA0CDAELQQAhAiADQQA2AhwgAyABNgIUIANB/h82AhAgA0EGNgIMDNEBC0H4ACECDLcBCyADQZABNgIcIAMgATYCFCADIAA2AgxBACECDM8BC0EAIQACQCADKAI4IgJFDQAgAigCQCICRQ0AIAMgAhEAACEACyAARQ0AIABBFUYNASADQQA2AhwgAyABNgIUIANBgg82AhAgA0EgNgIMQQAhAgzOAQtB9wAhAgy0AQsgA0GPATYCHCADIAE2AhQgA0HsGzYCECADQRU2AgxBACECDMwBCyABIARGBEBBjwEhAgzMAQsCQCABLQAAQSBGBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GbHzYCECADQQY2AgxBACECDMwBC0ECIQIMsgELA0AgAS0AAEEgRw0CIAQgAUEBaiIBRw0AC0GOASECDMoBCyABIARGBEBBjQEhAgzKAQsCQCABLQAAQQlrDgRKAABKAAtB9QAhAgywAQsgAy0AKUEFRgRAQfYAIQIMsAELQfQAIQIMrwELIAEgBEYEQEGMASECDMgBCyADQRA2AgggAyABNgIEDAoLIAEgBEYEQEGLASECDMcBCwJAIAEtAABBCWsOBEcAAEcAC0HzACECDK0BCyABIARHBEAgA0EQNgIIIAMgATYCBEHxACECDK0BC0GKASECDMUBCwJAIAEgBEcEQANAIAEtAABBoNAAai0AACIAQQNHBEACQCAAQQFrDgJJAAQLQfAAIQIMrwELIAQgAUEBaiIBRw0AC0GIASECDMYBC0GIASECDMUBCyADQQA2AhwgAyABNgIUIANB2yA2AhAgA0EHNgIMQQAhAgzEAQsgASAERgRAQYkBIQIMxAELAkACQAJAIAEtAABBoNIAai0AAEEBaw4DRgIAAQtB8gAhAgysAQsgA0EANgIcIAMgATYCFCADQbQSNgIQIANBBzYCDEEAIQIMxAELQeoAIQIMqgELIAEgBEcEQCABQQFqIQFB7wAhAgyqAQtBhwEhAgzCAQsgBCABIgBGBEBBhgEhAgzCAQsgAC0AACIBQS9GBEAgAEEBaiEBQe4AIQIMqQELIAFBCWsiAkEXSw0BIAAhAUEBIAJ0QZuAgARxDUEMAQsgBCABIgBGBEBBhQEhAgzBAQsgAC0AAEEvRw0AIABBAWohAQwDC0EAIQIgA0EANgIcIAMgADYCFCADQdsgNgIQIANBBzYCDAy/AQsCQAJAAkACQAJAA0AgAS0AAEGgzgBqLQAAIgBBBUcEQAJAAkAgAEEBaw4IRwUGBwgABAEIC0HrACECDK0BCyABQQFqIQFB7QAhAgysAQsgBCABQQFqIgFHDQALQYQBIQIMwwELIAFBAWoMFAsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgzBAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgzAAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDR4gA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgy/AQsgA0EANgIcIAMgATYCFCADQfkPNgIQIANBBzYCDEEAIQIMvgELIAEgBEYEQEGDASECDL4BCwJAIAEtAABBoM4Aai0AAEEBaw4IPgQFBgAIAgMHCyABQQFqIQELQQMhAgyjAQsgAUEBagwNC0EAIQIgA0EANgIcIANB0RI2AhAgA0EHNgIMIAMgAUEBajYCFAy6AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgy5AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgy4AQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDRYgA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgy3AQsgA0EANgIcIAMgATYCFCADQfkPNgIQIANBBzYCDEEAIQIMtgELQewAIQIMnAELIAEgBEYEQEGCASECDLUBCyABQQFqDAILIAEgBEYEQEGBASECDLQBCyABQQFqDAELIAEgBEYNASABQQFqCyEBQQQhAgyYAQtBgAEhAgywAQsDQCABLQAAQaDMAGotAAAiAEECRwRAIABBAUcEQEHpACECDJkBCwwxCyAEIAFBAWoiAUcNAAtB/wAhAgyvAQsgASAERgRAQf4AIQIMrwELAkAgAS0AAEEJaw43LwMGLwQGBgYGBgYGBgYGBgYGBgYGBgYFBgYCBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGAAYLIAFBAWoLIQFBBSECDJQBCyABQQFqDAYLIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMqwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMqgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0IIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMqQELIANBADYCHCADIAE2AhQgA0GNFDYCECADQQc2AgxBACECDKgBCwJAAkACQAJAA0AgAS0AAEGgygBqLQAAIgBBBUcEQAJAIABBAWsOBi4DBAUGAAYLQegAIQIMlAELIAQgAUEBaiIBRw0AC0H9ACECDKsBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQdsANgIcIAMgATYCFCADIAA2AgxBACECDKoBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDKkBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNByADQfoANgIcIAMgATYCFCADIAA2AgxBACECDKgBCyADQQA2AhwgAyABNgIUIANB5Ag2AhAgA0EHNgIMQQAhAgynAQsgASAERg0BIAFBAWoLIQFBBiECDIwBC0H8ACECDKQBCwJAAkACQAJAA0AgAS0AAEGgyABqLQAAIgBBBUcEQCAAQQFrDgQpAgMEBQsgBCABQQFqIgFHDQALQfsAIQIMpwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMpgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMpQELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0DIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMpAELIANBADYCHCADIAE2AhQgA0G8CjYCECADQQc2AgxBACECDKMBC0HPACECDIkBC0HRACECDIgBC0HnACECDIcBCyABIARGBEBB+gAhAgygAQsCQCABLQAAQQlrDgQgAAAgAAsgAUEBaiEBQeYAIQIMhgELIAEgBEYEQEH5ACECDJ8BCwJAIAEtAABBCWsOBB8AAB8AC0EAIQACQCADKAI4IgJFDQAgAigCOCICRQ0AIAMgAhEAACEACyAARQRAQeIBIQIMhgELIABBFUcEQCADQQA2AhwgAyABNgIUIANByQ02AhAgA0EaNgIMQQAhAgyfAQsgA0H4ADYCHCADIAE2AhQgA0HqGjYCECADQRU2AgxBACECDJ4BCyABIARHBEAgA0ENNgIIIAMgATYCBEHkACECDIUBC0H3ACECDJ0BCyABIARGBEBB9gAhAgydAQsCQAJAAkAgAS0AAEHIAGsOCwABCwsLCwsLCwsCCwsgAUEBaiEBQd0AIQIMhQELIAFBAWohAUHgACECDIQBCyABQQFqIQFB4wAhAgyDAQtB9QAhAiABIARGDZsBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbXVAGotAABHDQggAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJwBCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQKyIABEAgA0H0ADYCHCADIAE2AhQgAyAANgIMQQAhAgycAQtB4gAhAgyCAQtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJwBC0HhACECDIIBCyADQfMANgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMmgELIAMtACkiAEEja0ELSQ0JAkAgAEEGSw0AQQEgAHRBygBxRQ0ADAoLQQAhAiADQQA2AhwgAyABNgIUIANB7Qk2AhAgA0EINgIMDJkBC0HyACECIAEgBEYNmAEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABBs9UAai0AAEcNBSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMmQELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgAEQCADQfEANgIcIAMgATYCFCADIAA2AgxBACECDJkBC0HfACECDH8LQQAhAAJAIAMoAjgiAkUNACACKAI0IgJFDQAgAyACEQAAIQALAkAgAARAIABBFUYNASADQQA2AhwgAyABNgIUIANB6g02AhAgA0EmNgIMQQAhAgyZAQtB3gAhAgx/CyADQfAANgIcIAMgATYCFCADQYAbNgIQIANBFTYCDEEAIQIMlwELIAMtAClBIUYNBiADQQA2AhwgAyABNgIUIANBkQo2AhAgA0EINgIMQQAhAgyWAQtB7wAhAiABIARGDZUBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbDVAGotAABHDQIgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJYBCyADKAIEIQAgA0IANwMAIAMgACAGQQFqIgEQKyIARQ0CIANB7QA2AhwgAyABNgIUIAMgADYCDEEAIQIMlQELIANBADYCAAsgAygCBCEAIANBADYCBCADIAAgARArIgBFDYABIANB7gA2AhwgAyABNgIUIAMgADYCDEEAIQIMkwELQdwAIQIMeQtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJMBC0HbACECDHkLIANB7AA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyRAQsgAy0AKSIAQSNJDQAgAEEuRg0AIANBADYCHCADIAE2AhQgA0HJCTYCECADQQg2AgxBACECDJABC0HaACECDHYLIAEgBEYEQEHrACECDI8BCwJAIAEtAABBL0YEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDEEAIQIMjwELQdkAIQIMdQsgASAERwRAIANBDjYCCCADIAE2AgRB2AAhAgx1C0HqACECDI0BCyABIARGBEBB6QAhAgyNAQsgAS0AAEEwayIAQf8BcUEKSQRAIAMgADoAKiABQQFqIQFB1wAhAgx0CyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNeiADQegANgIcIAMgATYCFCADIAA2AgxBACECDIwBCyABIARGBEBB5wAhAgyMAQsCQCABLQAAQS5GBEAgAUEBaiEBDAELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ17IANB5gA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELQdYAIQIMcgsgASAERgRAQeUAIQIMiwELQQAhAEEBIQVBASEHQQAhAgJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAIAEtAABBMGsOCgoJAAECAwQFBggLC0ECDAYLQQMMBQtBBAwEC0EFDAMLQQYMAgtBBwwBC0EICyECQQAhBUEAIQcMAgtBCSECQQEhAEEAIQVBACEHDAELQQAhBUEBIQILIAMgAjoAKyABQQFqIQECQAJAIAMtAC5BEHENAAJAAkACQCADLQAqDgMBAAIECyAHRQ0DDAILIAANAQwCCyAFRQ0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNAiADQeIANgIcIAMgATYCFCADIAA2AgxBACECDI0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNfSADQeMANgIcIAMgATYCFCADIAA2AgxBACECDIwBCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNeyADQeQANgIcIAMgATYCFCADIAA2AgwMiwELQdQAIQIMcQsgAy0AKUEiRg2GAUHTACECDHALQQAhAAJAIAMoAjgiAkUNACACKAJEIgJFDQAgAyACEQAAIQALIABFBEBB1QAhAgxwCyAAQRVHBEAgA0EANgIcIAMgATYCFCADQaQNNgIQIANBITYCDEEAIQIMiQELIANB4QA2AhwgAyABNgIUIANB0Bo2AhAgA0EVNgIMQQAhAgyIAQsgASAERgRAQeAAIQIMiAELAkACQAJAAkACQCABLQAAQQprDgQBBAQABAsgAUEBaiEBDAELIAFBAWohASADQS9qLQAAQQFxRQ0BC0HSACECDHALIANBADYCHCADIAE2AhQgA0G2ETYCECADQQk2AgxBACECDIgBCyADQQA2AhwgAyABNgIUIANBthE2AhAgA0EJNgIMQQAhAgyHAQsgASAERgRAQd8AIQIMhwELIAEtAABBCkYEQCABQQFqIQEMCQsgAy0ALkHAAHENCCADQQA2AhwgAyABNgIUIANBthE2AhAgA0ECNgIMQQAhAgyGAQsgASAERgRAQd0AIQIMhgELIAEtAAAiAkENRgRAIAFBAWohAUHQACECDG0LIAEhACACQQlrDgQFAQEFAQsgBCABIgBGBEBB3AAhAgyFAQsgAC0AAEEKRw0AIABBAWoMAgtBACECIANBADYCHCADIAA2AhQgA0HKLTYCECADQQc2AgwMgwELIAEgBEYEQEHbACECDIMBCwJAIAEtAABBCWsOBAMAAAMACyABQQFqCyEBQc4AIQIMaAsgASAERgRAQdoAIQIMgQELIAEtAABBCWsOBAABAQABC0EAIQIgA0EANgIcIANBmhI2AhAgA0EHNgIMIAMgAUEBajYCFAx/CyADQYASOwEqQQAhAAJAIAMoAjgiAkUNACACKAI4IgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB2QA2AhwgAyABNgIUIANB6ho2AhAgA0EVNgIMQQAhAgx+C0HNACECDGQLIANBADYCHCADIAE2AhQgA0HJDTYCECADQRo2AgxBACECDHwLIAEgBEYEQEHZACECDHwLIAEtAABBIEcNPSABQQFqIQEgAy0ALkEBcQ09IANBADYCHCADIAE2AhQgA0HCHDYCECADQR42AgxBACECDHsLIAEgBEYEQEHYACECDHsLAkACQAJAAkACQCABLQAAIgBBCmsOBAIDAwABCyABQQFqIQFBLCECDGULIABBOkcNASADQQA2AhwgAyABNgIUIANB5xE2AhAgA0EKNgIMQQAhAgx9CyABQQFqIQEgA0Evai0AAEEBcUUNcyADLQAyQYABcUUEQCADQTJqIQIgAxA1QQAhAAJAIAMoAjgiBkUNACAGKAIoIgZFDQAgAyAGEQAAIQALAkACQCAADhZNTEsBAQEBAQEBAQEBAQEBAQEBAQEAAQsgA0EpNgIcIAMgATYCFCADQawZNgIQIANBFTYCDEEAIQIMfgsgA0EANgIcIAMgATYCFCADQeULNgIQIANBETYCDEEAIQIMfQtBACEAAkAgAygCOCICRQ0AIAIoAlwiAkUNACADIAIRAAAhAAsgAEUNWSAAQRVHDQEgA0EFNgIcIAMgATYCFCADQZsbNgIQIANBFTYCDEEAIQIMfAtBywAhAgxiC0EAIQIgA0EANgIcIAMgATYCFCADQZAONgIQIANBFDYCDAx6CyADIAMvATJBgAFyOwEyDDsLIAEgBEcEQCADQRE2AgggAyABNgIEQcoAIQIMYAtB1wAhAgx4CyABIARGBEBB1gAhAgx4CwJAAkACQAJAIAEtAAAiAEEgciAAIABBwQBrQf8BcUEaSRtB/wFxQeMAaw4TAEBAQEBAQEBAQEBAQAFAQEACA0ALIAFBAWohAUHGACECDGELIAFBAWohAUHHACECDGALIAFBAWohAUHIACECDF8LIAFBAWohAUHJACECDF4LQdUAIQIgBCABIgBGDXYgBCABayADKAIAIgFqIQYgACABa0EFaiEHA0AgAUGQyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0IQQQgAUEFRg0KGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAx2C0HUACECIAQgASIARg11IAQgAWsgAygCACIBaiEGIAAgAWtBD2ohBwNAIAFBgMgAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNB0EDIAFBD0YNCRogAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMdQtB0wAhAiAEIAEiAEYNdCAEIAFrIAMoAgAiAWohBiAAIAFrQQ5qIQcDQCABQeLHAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQYgAUEORg0HIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHQLQdIAIQIgBCABIgBGDXMgBCABayADKAIAIgFqIQUgACABa0EBaiEGA0AgAUHgxwBqLQAAIAAtAAAiB0EgciAHIAdBwQBrQf8BcUEaSRtB/wFxRw0FIAFBAUYNAiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBTYCAAxzCyABIARGBEBB0QAhAgxzCwJAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXFB7gBrDgcAOTk5OTkBOQsgAUEBaiEBQcMAIQIMWgsgAUEBaiEBQcQAIQIMWQsgA0EANgIAIAZBAWohAUHFACECDFgLQdAAIQIgBCABIgBGDXAgBCABayADKAIAIgFqIQYgACABa0EJaiEHA0AgAUHWxwBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0CQQIgAUEJRg0EGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxwC0HPACECIAQgASIARg1vIAQgAWsgAygCACIBaiEGIAAgAWtBBWohBwNAIAFB0McAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQVGDQIgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMbwsgACEBIANBADYCAAwzC0EBCzoALCADQQA2AgAgB0EBaiEBC0EtIQIMUgsCQANAIAEtAABB0MUAai0AAEEBRw0BIAQgAUEBaiIBRw0AC0HNACECDGsLQcIAIQIMUQsgASAERgRAQcwAIQIMagsgAS0AAEE6RgRAIAMoAgQhACADQQA2AgQgAyAAIAEQMCIARQ0zIANBywA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMagsgA0EANgIcIAMgATYCFCADQecRNgIQIANBCjYCDEEAIQIMaQsCQAJAIAMtACxBAmsOAgABJwsgA0Ezai0AAEECcUUNJiADLQAuQQJxDSYgA0EANgIcIAMgATYCFCADQaYUNgIQIANBCzYCDEEAIQIMaQsgAy0AMkEgcUUNJSADLQAuQQJxDSUgA0EANgIcIAMgATYCFCADQb0TNgIQIANBDzYCDEEAIQIMaAtBACEAAkAgAygCOCICRQ0AIAIoAkgiAkUNACADIAIRAAAhAAsgAEUEQEHBACECDE8LIABBFUcEQCADQQA2AhwgAyABNgIUIANBpg82AhAgA0EcNgIMQQAhAgxoCyADQcoANgIcIAMgATYCFCADQYUcNgIQIANBFTYCDEEAIQIMZwsgASAERwRAA0AgAS0AAEHAwQBqLQAAQQFHDRcgBCABQQFqIgFHDQALQcQAIQIMZwtBxAAhAgxmCyABIARHBEADQAJAIAEtAAAiAEEgciAAIABBwQBrQf8BcUEaSRtB/wFxIgBBCUYNACAAQSBGDQACQAJAAkACQCAAQeMAaw4TAAMDAwMDAwMBAwMDAwMDAwMDAgMLIAFBAWohAUE2IQIMUgsgAUEBaiEBQTchAgxRCyABQQFqIQFBOCECDFALDBULIAQgAUEBaiIBRw0AC0E8IQIMZgtBPCECDGULIAEgBEYEQEHIACECDGULIANBEjYCCCADIAE2AgQCQAJAAkACQAJAIAMtACxBAWsOBBQAAQIJCyADLQAyQSBxDQNB4AEhAgxPCwJAIAMvATIiAEEIcUUNACADLQAoQQFHDQAgAy0ALkEIcUUNAgsgAyAAQff7A3FBgARyOwEyDAsLIAMgAy8BMkEQcjsBMgwECyADQQA2AgQgAyABIAEQMSIABEAgA0HBADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxmCyABQQFqIQEMWAsgA0EANgIcIAMgATYCFCADQfQTNgIQIANBBDYCDEEAIQIMZAtBxwAhAiABIARGDWMgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCAAQcDFAGotAAAgAS0AAEEgckcNASAAQQZGDUogAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMZAsgA0EANgIADAULAkAgASAERwRAA0AgAS0AAEHAwwBqLQAAIgBBAUcEQCAAQQJHDQMgAUEBaiEBDAULIAQgAUEBaiIBRw0AC0HFACECDGQLQcUAIQIMYwsLIANBADoALAwBC0ELIQIMRwtBPyECDEYLAkACQANAIAEtAAAiAEEgRwRAAkAgAEEKaw4EAwUFAwALIABBLEYNAwwECyAEIAFBAWoiAUcNAAtBxgAhAgxgCyADQQg6ACwMDgsgAy0AKEEBRw0CIAMtAC5BCHENAiADKAIEIQAgA0EANgIEIAMgACABEDEiAARAIANBwgA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMXwsgAUEBaiEBDFALQTshAgxECwJAA0AgAS0AACIAQSBHIABBCUdxDQEgBCABQQFqIgFHDQALQcMAIQIMXQsLQTwhAgxCCwJAAkAgASAERwRAA0AgAS0AACIAQSBHBEAgAEEKaw4EAwQEAwQLIAQgAUEBaiIBRw0AC0E/IQIMXQtBPyECDFwLIAMgAy8BMkEgcjsBMgwKCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNTiADQT42AhwgAyABNgIUIAMgADYCDEEAIQIMWgsCQCABIARHBEADQCABLQAAQcDDAGotAAAiAEEBRwRAIABBAkYNAwwMCyAEIAFBAWoiAUcNAAtBNyECDFsLQTchAgxaCyABQQFqIQEMBAtBOyECIAQgASIARg1YIAQgAWsgAygCACIBaiEGIAAgAWtBBWohBwJAA0AgAUGQyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBBUYEQEEHIQEMPwsgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMWQsgA0EANgIAIAAhAQwFC0E6IQIgBCABIgBGDVcgBCABayADKAIAIgFqIQYgACABa0EIaiEHAkADQCABQbTBAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQEgAUEIRgRAQQUhAQw+CyABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxYCyADQQA2AgAgACEBDAQLQTkhAiAEIAEiAEYNViAEIAFrIAMoAgAiAWohBiAAIAFrQQNqIQcCQANAIAFBsMEAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQNGBEBBBiEBDD0LIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADFcLIANBADYCACAAIQEMAwsCQANAIAEtAAAiAEEgRwRAIABBCmsOBAcEBAcCCyAEIAFBAWoiAUcNAAtBOCECDFYLIABBLEcNASABQQFqIQBBASEBAkACQAJAAkACQCADLQAsQQVrDgQDAQIEAAsgACEBDAQLQQIhAQwBC0EEIQELIANBAToALCADIAMvATIgAXI7ATIgACEBDAELIAMgAy8BMkEIcjsBMiAAIQELQT4hAgw7CyADQQA6ACwLQTkhAgw5CyABIARGBEBBNiECDFILAkACQAJAAkACQCABLQAAQQprDgQAAgIBAgsgAygCBCEAIANBADYCBCADIAAgARAxIgBFDQIgA0EzNgIcIAMgATYCFCADIAA2AgxBACECDFULIAMoAgQhACADQQA2AgQgAyAAIAEQMSIARQRAIAFBAWohAQwGCyADQTI2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMVAsgAy0ALkEBcQRAQd8BIQIMOwsgAygCBCEAIANBADYCBCADIAAgARAxIgANAQxJC0E0IQIMOQsgA0E1NgIcIAMgATYCFCADIAA2AgxBACECDFELQTUhAgw3CyADQS9qLQAAQQFxDQAgA0EANgIcIAMgATYCFCADQesWNgIQIANBGTYCDEEAIQIMTwtBMyECDDULIAEgBEYEQEEyIQIMTgsCQCABLQAAQQpGBEAgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GSFzYCECADQQM2AgxBACECDE4LQTIhAgw0CyABIARGBEBBMSECDE0LAkAgAS0AACIAQQlGDQAgAEEgRg0AQQEhAgJAIAMtACxBBWsOBAYEBQANCyADIAMvATJBCHI7ATIMDAsgAy0ALkEBcUUNASADLQAsQQhHDQAgA0EAOgAsC0E9IQIMMgsgA0EANgIcIAMgATYCFCADQcIWNgIQIANBCjYCDEEAIQIMSgtBAiECDAELQQQhAgsgA0EBOgAsIAMgAy8BMiACcjsBMgwGCyABIARGBEBBMCECDEcLIAEtAABBCkYEQCABQQFqIQEMAQsgAy0ALkEBcQ0AIANBADYCHCADIAE2AhQgA0HcKDYCECADQQI2AgxBACECDEYLQTAhAgwsCyABQQFqIQFBMSECDCsLIAEgBEYEQEEvIQIMRAsgAS0AACIAQQlHIABBIEdxRQRAIAFBAWohASADLQAuQQFxDQEgA0EANgIcIAMgATYCFCADQZcQNgIQIANBCjYCDEEAIQIMRAtBASECAkACQAJAAkACQAJAIAMtACxBAmsOBwUEBAMBAgAECyADIAMvATJBCHI7ATIMAwtBAiECDAELQQQhAgsgA0EBOgAsIAMgAy8BMiACcjsBMgtBLyECDCsLIANBADYCHCADIAE2AhQgA0GEEzYCECADQQs2AgxBACECDEMLQeEBIQIMKQsgASAERgRAQS4hAgxCCyADQQA2AgQgA0ESNgIIIAMgASABEDEiAA0BC0EuIQIMJwsgA0EtNgIcIAMgATYCFCADIAA2AgxBACECDD8LQQAhAAJAIAMoAjgiAkUNACACKAJMIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB2AA2AhwgAyABNgIUIANBsxs2AhAgA0EVNgIMQQAhAgw+C0HMACECDCQLIANBADYCHCADIAE2AhQgA0GzDjYCECADQR02AgxBACECDDwLIAEgBEYEQEHOACECDDwLIAEtAAAiAEEgRg0CIABBOkYNAQsgA0EAOgAsQQkhAgwhCyADKAIEIQAgA0EANgIEIAMgACABEDAiAA0BDAILIAMtAC5BAXEEQEHeASECDCALIAMoAgQhACADQQA2AgQgAyAAIAEQMCIARQ0CIANBKjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgw4CyADQcsANgIcIAMgADYCDCADIAFBAWo2AhRBACECDDcLIAFBAWohAUHAACECDB0LIAFBAWohAQwsCyABIARGBEBBKyECDDULAkAgAS0AAEEKRgRAIAFBAWohAQwBCyADLQAuQcAAcUUNBgsgAy0AMkGAAXEEQEEAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ0SIABBFUYEQCADQQU2AhwgAyABNgIUIANBmxs2AhAgA0EVNgIMQQAhAgw2CyADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMQQAhAgw1CyADQTJqIQIgAxA1QQAhAAJAIAMoAjgiBkUNACAGKAIoIgZFDQAgAyAGEQAAIQALIAAOFgIBAAQEBAQEBAQEBAQEBAQEBAQEBAMECyADQQE6ADALIAIgAi8BAEHAAHI7AQALQSshAgwYCyADQSk2AhwgAyABNgIUIANBrBk2AhAgA0EVNgIMQQAhAgwwCyADQQA2AhwgAyABNgIUIANB5Qs2AhAgA0ERNgIMQQAhAgwvCyADQQA2AhwgAyABNgIUIANBpQs2AhAgA0ECNgIMQQAhAgwuC0EBIQcgAy8BMiIFQQhxRQRAIAMpAyBCAFIhBwsCQCADLQAwBEBBASEAIAMtAClBBUYNASAFQcAAcUUgB3FFDQELAkAgAy0AKCICQQJGBEBBASEAIAMvATQiBkHlAEYNAkEAIQAgBUHAAHENAiAGQeQARg0CIAZB5gBrQQJJDQIgBkHMAUYNAiAGQbACRg0CDAELQQAhACAFQcAAcQ0BC0ECIQAgBUEIcQ0AIAVBgARxBEACQCACQQFHDQAgAy0ALkEKcQ0AQQUhAAwCC0EEIQAMAQsgBUEgcUUEQCADEDZBAEdBAnQhAAwBC0EAQQMgAykDIFAbIQALIABBAWsOBQIABwEDBAtBESECDBMLIANBAToAMQwpC0EAIQICQCADKAI4IgBFDQAgACgCMCIARQ0AIAMgABEAACECCyACRQ0mIAJBFUYEQCADQQM2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgwrC0EAIQIgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDAwqCyADQQA2AhwgAyABNgIUIANB+SA2AhAgA0EPNgIMQQAhAgwpC0EAIQACQCADKAI4IgJFDQAgAigCMCICRQ0AIAMgAhEAACEACyAADQELQQ4hAgwOCyAAQRVGBEAgA0ECNgIcIAMgATYCFCADQdIbNgIQIANBFTYCDEEAIQIMJwsgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDEEAIQIMJgtBKiECDAwLIAEgBEcEQCADQQk2AgggAyABNgIEQSkhAgwMC0EmIQIMJAsgAyADKQMgIgwgBCABa60iCn0iC0IAIAsgDFgbNwMgIAogDFQEQEElIQIMJAsgAygCBCEAIANBADYCBCADIAAgASAMp2oiARAyIgBFDQAgA0EFNgIcIAMgATYCFCADIAA2AgxBACECDCMLQQ8hAgwJC0IAIQoCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEEwaw43FxYAAQIDBAUGBxQUFBQUFBQICQoLDA0UFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFA4PEBESExQLQgIhCgwWC0IDIQoMFQtCBCEKDBQLQgUhCgwTC0IGIQoMEgtCByEKDBELQgghCgwQC0IJIQoMDwtCCiEKDA4LQgshCgwNC0IMIQoMDAtCDSEKDAsLQg4hCgwKC0IPIQoMCQtCCiEKDAgLQgshCgwHC0IMIQoMBgtCDSEKDAULQg4hCgwEC0IPIQoMAwsgA0EANgIcIAMgATYCFCADQZ8VNgIQIANBDDYCDEEAIQIMIQsgASAERgRAQSIhAgwhC0IAIQoCQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAEtAABBMGsONxUUAAECAwQFBgcWFhYWFhYWCAkKCwwNFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYODxAREhMWC0ICIQoMFAtCAyEKDBMLQgQhCgwSC0IFIQoMEQtCBiEKDBALQgchCgwPC0IIIQoMDgtCCSEKDA0LQgohCgwMC0ILIQoMCwtCDCEKDAoLQg0hCgwJC0IOIQoMCAtCDyEKDAcLQgohCgwGC0ILIQoMBQtCDCEKDAQLQg0hCgwDC0IOIQoMAgtCDyEKDAELQgEhCgsgAUEBaiEBIAMpAyAiC0L//////////w9YBEAgAyALQgSGIAqENwMgDAILIANBADYCHCADIAE2AhQgA0G1CTYCECADQQw2AgxBACECDB4LQSchAgwEC0EoIQIMAwsgAyABOgAsIANBADYCACAHQQFqIQFBDCECDAILIANBADYCACAGQQFqIQFBCiECDAELIAFBAWohAUEIIQIMAAsAC0EAIQIgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDAwXC0EAIQIgA0EANgIcIAMgATYCFCADQYMRNgIQIANBCTYCDAwWC0EAIQIgA0EANgIcIAMgATYCFCADQd8KNgIQIANBCTYCDAwVC0EAIQIgA0EANgIcIAMgATYCFCADQe0QNgIQIANBCTYCDAwUC0EAIQIgA0EANgIcIAMgATYCFCADQdIRNgIQIANBCTYCDAwTC0EAIQIgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDAwSC0EAIQIgA0EANgIcIAMgATYCFCADQYMRNgIQIANBCTYCDAwRC0EAIQIgA0EANgIcIAMgATYCFCADQd8KNgIQIANBCTYCDAwQC0EAIQIgA0EANgIcIAMgATYCFCADQe0QNgIQIANBCTYCDAwPC0EAIQIgA0EANgIcIAMgATYCFCADQdIRNgIQIANBCTYCDAwOC0EAIQIgA0EANgIcIAMgATYCFCADQbkXNgIQIANBDzYCDAwNC0EAIQIgA0EANgIcIAMgATYCFCADQbkXNgIQIANBDzYCDAwMC0EAIQIgA0EANgIcIAMgATYCFCADQZkTNgIQIANBCzYCDAwLC0EAIQIgA0EANgIcIAMgATYCFCADQZ0JNgIQIANBCzYCDAwKC0EAIQIgA0EANgIcIAMgATYCFCADQZcQNgIQIANBCjYCDAwJC0EAIQIgA0EANgIcIAMgATYCFCADQbEQNgIQIANBCjYCDAwIC0EAIQIgA0EANgIcIAMgATYCFCADQbsdNgIQIANBAjYCDAwHC0EAIQIgA0EANgIcIAMgATYCFCADQZYWNgIQIANBAjYCDAwGC0EAIQIgA0EANgIcIAMgATYCFCADQfkYNgIQIANBAjYCDAwFC0EAIQIgA0EANgIcIAMgATYCFCADQcQYNgIQIANBAjYCDAwECyADQQI2AhwgAyABNgIUIANBqR42AhAgA0EWNgIMQQAhAgwDC0HeACECIAEgBEYNAiAJQQhqIQcgAygCACEFAkACQCABIARHBEAgBUGWyABqIQggBCAFaiABayEGIAVBf3NBCmoiBSABaiEAA0AgAS0AACAILQAARwRAQQIhCAwDCyAFRQRAQQAhCCAAIQEMAwsgBUEBayEFIAhBAWohCCAEIAFBAWoiAUcNAAsgBiEFIAQhAQsgB0EBNgIAIAMgBTYCAAwBCyADQQA2AgAgByAINgIACyAHIAE2AgQgCSgCDCEAAkACQCAJKAIIQQFrDgIEAQALIANBADYCHCADQcIeNgIQIANBFzYCDCADIABBAWo2AhRBACECDAMLIANBADYCHCADIAA2AhQgA0HXHjYCECADQQk2AgxBACECDAILIAEgBEYEQEEoIQIMAgsgA0EJNgIIIAMgATYCBEEnIQIMAQsgASAERgRAQQEhAgwBCwNAAkACQAJAIAEtAABBCmsOBAABAQABCyABQQFqIQEMAQsgAUEBaiEBIAMtAC5BIHENAEEAIQIgA0EANgIcIAMgATYCFCADQaEhNgIQIANBBTYCDAwCC0EBIQIgASAERw0ACwsgCUEQaiQAIAJFBEAgAygCDCEADAELIAMgAjYCHEEAIQAgAygCBCIBRQ0AIAMgASAEIAMoAggRAQAiAUUNACADIAQ2AhQgAyABNgIMIAEhAAsgAAu+AgECfyAAQQA6AAAgAEHkAGoiAUEBa0EAOgAAIABBADoAAiAAQQA6AAEgAUEDa0EAOgAAIAFBAmtBADoAACAAQQA6AAMgAUEEa0EAOgAAQQAgAGtBA3EiASAAaiIAQQA2AgBB5AAgAWtBfHEiAiAAaiIBQQRrQQA2AgACQCACQQlJDQAgAEEANgIIIABBADYCBCABQQhrQQA2AgAgAUEMa0EANgIAIAJBGUkNACAAQQA2AhggAEEANgIUIABBADYCECAAQQA2AgwgAUEQa0EANgIAIAFBFGtBADYCACABQRhrQQA2AgAgAUEca0EANgIAIAIgAEEEcUEYciICayIBQSBJDQAgACACaiEAA0AgAEIANwMYIABCADcDECAAQgA3AwggAEIANwMAIABBIGohACABQSBrIgFBH0sNAAsLC1YBAX8CQCAAKAIMDQACQAJAAkACQCAALQAxDgMBAAMCCyAAKAI4IgFFDQAgASgCMCIBRQ0AIAAgAREAACIBDQMLQQAPCwALIABByhk2AhBBDiEBCyABCxoAIAAoAgxFBEAgAEHeHzYCECAAQRU2AgwLCxQAIAAoAgxBFUYEQCAAQQA2AgwLCxQAIAAoAgxBFkYEQCAAQQA2AgwLCwcAIAAoAgwLBwAgACgCEAsJACAAIAE2AhALBwAgACgCFAsrAAJAIABBJ08NAEL//////wkgAK2IQgGDUA0AIABBAnRB0DhqKAIADwsACxcAIABBL08EQAALIABBAnRB7DlqKAIAC78JAQF/QfQtIQECQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCAAQeQAaw70A2NiAAFhYWFhYWECAwQFYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYQYHCAkKCwwNDg9hYWFhYRBhYWFhYWFhYWFhYRFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWESExQVFhcYGRobYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYRwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1NmE3ODk6YWFhYWFhYWE7YWFhPGFhYWE9Pj9hYWFhYWFhYUBhYUFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFCQ0RFRkdISUpLTE1OT1BRUlNhYWFhYWFhYVRVVldYWVpbYVxdYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhXmFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYV9gYQtB6iwPC0GYJg8LQe0xDwtBoDcPC0HJKQ8LQbQpDwtBli0PC0HrKw8LQaI1DwtB2zQPC0HgKQ8LQeMkDwtB1SQPC0HuJA8LQeYlDwtByjQPC0HQNw8LQao1DwtB9SwPC0H2Jg8LQYIiDwtB8jMPC0G+KA8LQec3DwtBzSEPC0HAIQ8LQbglDwtByyUPC0GWJA8LQY80DwtBzTUPC0HdKg8LQe4zDwtBnDQPC0GeMQ8LQfQ1DwtB5SIPC0GvJQ8LQZkxDwtBsjYPC0H5Ng8LQcQyDwtB3SwPC0GCMQ8LQcExDwtBjTcPC0HJJA8LQew2DwtB5yoPC0HIIw8LQeIhDwtByTcPC0GlIg8LQZQiDwtB2zYPC0HeNQ8LQYYmDwtBvCsPC0GLMg8LQaAjDwtB9jAPC0GALA8LQYkrDwtBpCYPC0HyIw8LQYEoDwtBqzIPC0HrJw8LQcI2DwtBoiQPC0HPKg8LQdwjDwtBhycPC0HkNA8LQbciDwtBrTEPC0HVIg8LQa80DwtB3iYPC0HWMg8LQfQ0DwtBgTgPC0H0Nw8LQZI2DwtBnScPC0GCKQ8LQY0jDwtB1zEPC0G9NQ8LQbQ3DwtB2DAPC0G2Jw8LQZo4DwtBpyoPC0HEJw8LQa4jDwtB9SIPCwALQcomIQELIAELFwAgACAALwEuQf7/A3EgAUEAR3I7AS4LGgAgACAALwEuQf3/A3EgAUEAR0EBdHI7AS4LGgAgACAALwEuQfv/A3EgAUEAR0ECdHI7AS4LGgAgACAALwEuQff/A3EgAUEAR0EDdHI7AS4LGgAgACAALwEuQe//A3EgAUEAR0EEdHI7AS4LGgAgACAALwEuQd//A3EgAUEAR0EFdHI7AS4LGgAgACAALwEuQb//A3EgAUEAR0EGdHI7AS4LGgAgACAALwEuQf/+A3EgAUEAR0EHdHI7AS4LGgAgACAALwEuQf/9A3EgAUEAR0EIdHI7AS4LGgAgACAALwEuQf/7A3EgAUEAR0EJdHI7AS4LPgECfwJAIAAoAjgiA0UNACADKAIEIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHhEjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIIIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH8ETYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIMIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHsCjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIQIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH6HjYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIUIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHLEDYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIYIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEG3HzYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIcIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEG/FTYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIsIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEH+CDYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIgIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEGMHTYCEEEYIQQLIAQLPgECfwJAIAAoAjgiA0UNACADKAIkIgNFDQAgACABIAIgAWsgAxEBACIEQX9HDQAgAEHmFTYCEEEYIQQLIAQLOAAgAAJ/IAAvATJBFHFBFEYEQEEBIAAtAChBAUYNARogAC8BNEHlAEYMAQsgAC0AKUEFRgs6ADALWQECfwJAIAAtAChBAUYNACAALwE0IgFB5ABrQeQASQ0AIAFBzAFGDQAgAUGwAkYNACAALwEyIgBBwABxDQBBASECIABBiARxQYAERg0AIABBKHFFIQILIAILjAEBAn8CQAJAAkAgAC0AKkUNACAALQArRQ0AIAAvATIiAUECcUUNAQwCCyAALwEyIgFBAXFFDQELQQEhAiAALQAoQQFGDQAgAC8BNCIAQeQAa0HkAEkNACAAQcwBRg0AIABBsAJGDQAgAUHAAHENAEEAIQIgAUGIBHFBgARGDQAgAUEocUEARyECCyACC1cAIABBGGpCADcDACAAQgA3AwAgAEE4akIANwMAIABBMGpCADcDACAAQShqQgA3AwAgAEEgakIANwMAIABBEGpCADcDACAAQQhqQgA3AwAgAEH9ATYCHAsGACAAEDoLmi0BC38jAEEQayIKJABB3NUAKAIAIglFBEBBnNkAKAIAIgVFBEBBqNkAQn83AgBBoNkAQoCAhICAgMAANwIAQZzZACAKQQhqQXBxQdiq1aoFcyIFNgIAQbDZAEEANgIAQYDZAEEANgIAC0GE2QBBwNkENgIAQdTVAEHA2QQ2AgBB6NUAIAU2AgBB5NUAQX82AgBBiNkAQcCmAzYCAANAIAFBgNYAaiABQfTVAGoiAjYCACACIAFB7NUAaiIDNgIAIAFB+NUAaiADNgIAIAFBiNYAaiABQfzVAGoiAzYCACADIAI2AgAgAUGQ1gBqIAFBhNYAaiICNgIAIAIgAzYCACABQYzWAGogAjYCACABQSBqIgFBgAJHDQALQczZBEGBpgM2AgBB4NUAQazZACgCADYCAEHQ1QBBgKYDNgIAQdzVAEHI2QQ2AgBBzP8HQTg2AgBByNkEIQkLAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAEHsAU0EQEHE1QAoAgAiBkEQIABBE2pBcHEgAEELSRsiBEEDdiIAdiIBQQNxBEACQCABQQFxIAByQQFzIgJBA3QiAEHs1QBqIgEgAEH01QBqKAIAIgAoAggiA0YEQEHE1QAgBkF+IAJ3cTYCAAwBCyABIAM2AgggAyABNgIMCyAAQQhqIQEgACACQQN0IgJBA3I2AgQgACACaiIAIAAoAgRBAXI2AgQMEQtBzNUAKAIAIgggBE8NASABBEACQEECIAB0IgJBACACa3IgASAAdHFoIgBBA3QiAkHs1QBqIgEgAkH01QBqKAIAIgIoAggiA0YEQEHE1QAgBkF+IAB3cSIGNgIADAELIAEgAzYCCCADIAE2AgwLIAIgBEEDcjYCBCAAQQN0IgAgBGshBSAAIAJqIAU2AgAgAiAEaiIEIAVBAXI2AgQgCARAIAhBeHFB7NUAaiEAQdjVACgCACEDAn9BASAIQQN2dCIBIAZxRQRAQcTVACABIAZyNgIAIAAMAQsgACgCCAsiASADNgIMIAAgAzYCCCADIAA2AgwgAyABNgIICyACQQhqIQFB2NUAIAQ2AgBBzNUAIAU2AgAMEQtByNUAKAIAIgtFDQEgC2hBAnRB9NcAaigCACIAKAIEQXhxIARrIQUgACECA0ACQCACKAIQIgFFBEAgAkEUaigCACIBRQ0BCyABKAIEQXhxIARrIgMgBUkhAiADIAUgAhshBSABIAAgAhshACABIQIMAQsLIAAoAhghCSAAKAIMIgMgAEcEQEHU1QAoAgAaIAMgACgCCCIBNgIIIAEgAzYCDAwQCyAAQRRqIgIoAgAiAUUEQCAAKAIQIgFFDQMgAEEQaiECCwNAIAIhByABIgNBFGoiAigCACIBDQAgA0EQaiECIAMoAhAiAQ0ACyAHQQA2AgAMDwtBfyEEIABBv39LDQAgAEETaiIBQXBxIQRByNUAKAIAIghFDQBBACAEayEFAkACQAJAAn9BACAEQYACSQ0AGkEfIARB////B0sNABogBEEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+agsiBkECdEH01wBqKAIAIgJFBEBBACEBQQAhAwwBC0EAIQEgBEEZIAZBAXZrQQAgBkEfRxt0IQBBACEDA0ACQCACKAIEQXhxIARrIgcgBU8NACACIQMgByIFDQBBACEFIAIhAQwDCyABIAJBFGooAgAiByAHIAIgAEEddkEEcWpBEGooAgAiAkYbIAEgBxshASAAQQF0IQAgAg0ACwsgASADckUEQEEAIQNBAiAGdCIAQQAgAGtyIAhxIgBFDQMgAGhBAnRB9NcAaigCACEBCyABRQ0BCwNAIAEoAgRBeHEgBGsiAiAFSSEAIAIgBSAAGyEFIAEgAyAAGyEDIAEoAhAiAAR/IAAFIAFBFGooAgALIgENAAsLIANFDQAgBUHM1QAoAgAgBGtPDQAgAygCGCEHIAMgAygCDCIARwRAQdTVACgCABogACADKAIIIgE2AgggASAANgIMDA4LIANBFGoiAigCACIBRQRAIAMoAhAiAUUNAyADQRBqIQILA0AgAiEGIAEiAEEUaiICKAIAIgENACAAQRBqIQIgACgCECIBDQALIAZBADYCAAwNC0HM1QAoAgAiAyAETwRAQdjVACgCACEBAkAgAyAEayICQRBPBEAgASAEaiIAIAJBAXI2AgQgASADaiACNgIAIAEgBEEDcjYCBAwBCyABIANBA3I2AgQgASADaiIAIAAoAgRBAXI2AgRBACEAQQAhAgtBzNUAIAI2AgBB2NUAIAA2AgAgAUEIaiEBDA8LQdDVACgCACIDIARLBEAgBCAJaiIAIAMgBGsiAUEBcjYCBEHc1QAgADYCAEHQ1QAgATYCACAJIARBA3I2AgQgCUEIaiEBDA8LQQAhASAEAn9BnNkAKAIABEBBpNkAKAIADAELQajZAEJ/NwIAQaDZAEKAgISAgIDAADcCAEGc2QAgCkEMakFwcUHYqtWqBXM2AgBBsNkAQQA2AgBBgNkAQQA2AgBBgIAECyIAIARBxwBqIgVqIgZBACAAayIHcSICTwRAQbTZAEEwNgIADA8LAkBB/NgAKAIAIgFFDQBB9NgAKAIAIgggAmohACAAIAFNIAAgCEtxDQBBACEBQbTZAEEwNgIADA8LQYDZAC0AAEEEcQ0EAkACQCAJBEBBhNkAIQEDQCABKAIAIgAgCU0EQCAAIAEoAgRqIAlLDQMLIAEoAggiAQ0ACwtBABA7IgBBf0YNBSACIQZBoNkAKAIAIgFBAWsiAyAAcQRAIAIgAGsgACADakEAIAFrcWohBgsgBCAGTw0FIAZB/v///wdLDQVB/NgAKAIAIgMEQEH02AAoAgAiByAGaiEBIAEgB00NBiABIANLDQYLIAYQOyIBIABHDQEMBwsgBiADayAHcSIGQf7///8HSw0EIAYQOyEAIAAgASgCACABKAIEakYNAyAAIQELAkAgBiAEQcgAak8NACABQX9GDQBBpNkAKAIAIgAgBSAGa2pBACAAa3EiAEH+////B0sEQCABIQAMBwsgABA7QX9HBEAgACAGaiEGIAEhAAwHC0EAIAZrEDsaDAQLIAEiAEF/Rw0FDAMLQQAhAwwMC0EAIQAMCgsgAEF/Rw0CC0GA2QBBgNkAKAIAQQRyNgIACyACQf7///8HSw0BIAIQOyEAQQAQOyEBIABBf0YNASABQX9GDQEgACABTw0BIAEgAGsiBiAEQThqTQ0BC0H02ABB9NgAKAIAIAZqIgE2AgBB+NgAKAIAIAFJBEBB+NgAIAE2AgALAkACQAJAQdzVACgCACICBEBBhNkAIQEDQCAAIAEoAgAiAyABKAIEIgVqRg0CIAEoAggiAQ0ACwwCC0HU1QAoAgAiAUEARyAAIAFPcUUEQEHU1QAgADYCAAtBACEBQYjZACAGNgIAQYTZACAANgIAQeTVAEF/NgIAQejVAEGc2QAoAgA2AgBBkNkAQQA2AgADQCABQYDWAGogAUH01QBqIgI2AgAgAiABQezVAGoiAzYCACABQfjVAGogAzYCACABQYjWAGogAUH81QBqIgM2AgAgAyACNgIAIAFBkNYAaiABQYTWAGoiAjYCACACIAM2AgAgAUGM1gBqIAI2AgAgAUEgaiIBQYACRw0AC0F4IABrQQ9xIgEgAGoiAiAGQThrIgMgAWsiAUEBcjYCBEHg1QBBrNkAKAIANgIAQdDVACABNgIAQdzVACACNgIAIAAgA2pBODYCBAwCCyAAIAJNDQAgAiADSQ0AIAEoAgxBCHENAEF4IAJrQQ9xIgAgAmoiA0HQ1QAoAgAgBmoiByAAayIAQQFyNgIEIAEgBSAGajYCBEHg1QBBrNkAKAIANgIAQdDVACAANgIAQdzVACADNgIAIAIgB2pBODYCBAwBCyAAQdTVACgCAEkEQEHU1QAgADYCAAsgACAGaiEDQYTZACEBAkACQAJAA0AgAyABKAIARwRAIAEoAggiAQ0BDAILCyABLQAMQQhxRQ0BC0GE2QAhAQNAIAEoAgAiAyACTQRAIAMgASgCBGoiBSACSw0DCyABKAIIIQEMAAsACyABIAA2AgAgASABKAIEIAZqNgIEIABBeCAAa0EPcWoiCSAEQQNyNgIEIANBeCADa0EPcWoiBiAEIAlqIgRrIQEgAiAGRgRAQdzVACAENgIAQdDVAEHQ1QAoAgAgAWoiADYCACAEIABBAXI2AgQMCAtB2NUAKAIAIAZGBEBB2NUAIAQ2AgBBzNUAQczVACgCACABaiIANgIAIAQgAEEBcjYCBCAAIARqIAA2AgAMCAsgBigCBCIFQQNxQQFHDQYgBUF4cSEIIAVB/wFNBEAgBUEDdiEDIAYoAggiACAGKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwHCyACIAA2AgggACACNgIMDAYLIAYoAhghByAGIAYoAgwiAEcEQCAAIAYoAggiAjYCCCACIAA2AgwMBQsgBkEUaiICKAIAIgVFBEAgBigCECIFRQ0EIAZBEGohAgsDQCACIQMgBSIAQRRqIgIoAgAiBQ0AIABBEGohAiAAKAIQIgUNAAsgA0EANgIADAQLQXggAGtBD3EiASAAaiIHIAZBOGsiAyABayIBQQFyNgIEIAAgA2pBODYCBCACIAVBNyAFa0EPcWpBP2siAyADIAJBEGpJGyIDQSM2AgRB4NUAQazZACgCADYCAEHQ1QAgATYCAEHc1QAgBzYCACADQRBqQYzZACkCADcCACADQYTZACkCADcCCEGM2QAgA0EIajYCAEGI2QAgBjYCAEGE2QAgADYCAEGQ2QBBADYCACADQSRqIQEDQCABQQc2AgAgBSABQQRqIgFLDQALIAIgA0YNACADIAMoAgRBfnE2AgQgAyADIAJrIgU2AgAgAiAFQQFyNgIEIAVB/wFNBEAgBUF4cUHs1QBqIQACf0HE1QAoAgAiAUEBIAVBA3Z0IgNxRQRAQcTVACABIANyNgIAIAAMAQsgACgCCAsiASACNgIMIAAgAjYCCCACIAA2AgwgAiABNgIIDAELQR8hASAFQf///wdNBEAgBUEmIAVBCHZnIgBrdkEBcSAAQQF0a0E+aiEBCyACIAE2AhwgAkIANwIQIAFBAnRB9NcAaiEAQcjVACgCACIDQQEgAXQiBnFFBEAgACACNgIAQcjVACADIAZyNgIAIAIgADYCGCACIAI2AgggAiACNgIMDAELIAVBGSABQQF2a0EAIAFBH0cbdCEBIAAoAgAhAwJAA0AgAyIAKAIEQXhxIAVGDQEgAUEddiEDIAFBAXQhASAAIANBBHFqQRBqIgYoAgAiAw0ACyAGIAI2AgAgAiAANgIYIAIgAjYCDCACIAI2AggMAQsgACgCCCIBIAI2AgwgACACNgIIIAJBADYCGCACIAA2AgwgAiABNgIIC0HQ1QAoAgAiASAETQ0AQdzVACgCACIAIARqIgIgASAEayIBQQFyNgIEQdDVACABNgIAQdzVACACNgIAIAAgBEEDcjYCBCAAQQhqIQEMCAtBACEBQbTZAEEwNgIADAcLQQAhAAsgB0UNAAJAIAYoAhwiAkECdEH01wBqIgMoAgAgBkYEQCADIAA2AgAgAA0BQcjVAEHI1QAoAgBBfiACd3E2AgAMAgsgB0EQQRQgBygCECAGRhtqIAA2AgAgAEUNAQsgACAHNgIYIAYoAhAiAgRAIAAgAjYCECACIAA2AhgLIAZBFGooAgAiAkUNACAAQRRqIAI2AgAgAiAANgIYCyABIAhqIQEgBiAIaiIGKAIEIQULIAYgBUF+cTYCBCABIARqIAE2AgAgBCABQQFyNgIEIAFB/wFNBEAgAUF4cUHs1QBqIQACf0HE1QAoAgAiAkEBIAFBA3Z0IgFxRQRAQcTVACABIAJyNgIAIAAMAQsgACgCCAsiASAENgIMIAAgBDYCCCAEIAA2AgwgBCABNgIIDAELQR8hBSABQf///wdNBEAgAUEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+aiEFCyAEIAU2AhwgBEIANwIQIAVBAnRB9NcAaiEAQcjVACgCACICQQEgBXQiA3FFBEAgACAENgIAQcjVACACIANyNgIAIAQgADYCGCAEIAQ2AgggBCAENgIMDAELIAFBGSAFQQF2a0EAIAVBH0cbdCEFIAAoAgAhAAJAA0AgACICKAIEQXhxIAFGDQEgBUEddiEAIAVBAXQhBSACIABBBHFqQRBqIgMoAgAiAA0ACyADIAQ2AgAgBCACNgIYIAQgBDYCDCAEIAQ2AggMAQsgAigCCCIAIAQ2AgwgAiAENgIIIARBADYCGCAEIAI2AgwgBCAANgIICyAJQQhqIQEMAgsCQCAHRQ0AAkAgAygCHCIBQQJ0QfTXAGoiAigCACADRgRAIAIgADYCACAADQFByNUAIAhBfiABd3EiCDYCAAwCCyAHQRBBFCAHKAIQIANGG2ogADYCACAARQ0BCyAAIAc2AhggAygCECIBBEAgACABNgIQIAEgADYCGAsgA0EUaigCACIBRQ0AIABBFGogATYCACABIAA2AhgLAkAgBUEPTQRAIAMgBCAFaiIAQQNyNgIEIAAgA2oiACAAKAIEQQFyNgIEDAELIAMgBGoiAiAFQQFyNgIEIAMgBEEDcjYCBCACIAVqIAU2AgAgBUH/AU0EQCAFQXhxQezVAGohAAJ/QcTVACgCACIBQQEgBUEDdnQiBXFFBEBBxNUAIAEgBXI2AgAgAAwBCyAAKAIICyIBIAI2AgwgACACNgIIIAIgADYCDCACIAE2AggMAQtBHyEBIAVB////B00EQCAFQSYgBUEIdmciAGt2QQFxIABBAXRrQT5qIQELIAIgATYCHCACQgA3AhAgAUECdEH01wBqIQBBASABdCIEIAhxRQRAIAAgAjYCAEHI1QAgBCAIcjYCACACIAA2AhggAiACNgIIIAIgAjYCDAwBCyAFQRkgAUEBdmtBACABQR9HG3QhASAAKAIAIQQCQANAIAQiACgCBEF4cSAFRg0BIAFBHXYhBCABQQF0IQEgACAEQQRxakEQaiIGKAIAIgQNAAsgBiACNgIAIAIgADYCGCACIAI2AgwgAiACNgIIDAELIAAoAggiASACNgIMIAAgAjYCCCACQQA2AhggAiAANgIMIAIgATYCCAsgA0EIaiEBDAELAkAgCUUNAAJAIAAoAhwiAUECdEH01wBqIgIoAgAgAEYEQCACIAM2AgAgAw0BQcjVACALQX4gAXdxNgIADAILIAlBEEEUIAkoAhAgAEYbaiADNgIAIANFDQELIAMgCTYCGCAAKAIQIgEEQCADIAE2AhAgASADNgIYCyAAQRRqKAIAIgFFDQAgA0EUaiABNgIAIAEgAzYCGAsCQCAFQQ9NBEAgACAEIAVqIgFBA3I2AgQgACABaiIBIAEoAgRBAXI2AgQMAQsgACAEaiIHIAVBAXI2AgQgACAEQQNyNgIEIAUgB2ogBTYCACAIBEAgCEF4cUHs1QBqIQFB2NUAKAIAIQMCf0EBIAhBA3Z0IgIgBnFFBEBBxNUAIAIgBnI2AgAgAQwBCyABKAIICyICIAM2AgwgASADNgIIIAMgATYCDCADIAI2AggLQdjVACAHNgIAQczVACAFNgIACyAAQQhqIQELIApBEGokACABC0MAIABFBEA/AEEQdA8LAkAgAEH//wNxDQAgAEEASA0AIABBEHZAACIAQX9GBEBBtNkAQTA2AgBBfw8LIABBEHQPCwALC5lCIgBBgAgLDQEAAAAAAAAAAgAAAAMAQZgICwUEAAAABQBBqAgLCQYAAAAHAAAACABB5AgLwjJJbnZhbGlkIGNoYXIgaW4gdXJsIHF1ZXJ5AFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fYm9keQBDb250ZW50LUxlbmd0aCBvdmVyZmxvdwBDaHVuayBzaXplIG92ZXJmbG93AEludmFsaWQgbWV0aG9kIGZvciBIVFRQL3gueCByZXF1ZXN0AEludmFsaWQgbWV0aG9kIGZvciBSVFNQL3gueCByZXF1ZXN0AEV4cGVjdGVkIFNPVVJDRSBtZXRob2QgZm9yIElDRS94LnggcmVxdWVzdABJbnZhbGlkIGNoYXIgaW4gdXJsIGZyYWdtZW50IHN0YXJ0AEV4cGVjdGVkIGRvdABTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3N0YXR1cwBJbnZhbGlkIHJlc3BvbnNlIHN0YXR1cwBFeHBlY3RlZCBMRiBhZnRlciBoZWFkZXJzAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMAVXNlciBjYWxsYmFjayBlcnJvcgBgb25fcmVzZXRgIGNhbGxiYWNrIGVycm9yAGBvbl9jaHVua19oZWFkZXJgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2JlZ2luYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX3ZhbHVlYCBjYWxsYmFjayBlcnJvcgBgb25fc3RhdHVzX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fdmVyc2lvbl9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3VybF9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3Byb3RvY29sX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9oZWFkZXJfdmFsdWVfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fbWV0aG9kX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25faGVhZGVyX2ZpZWxkX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX25hbWVgIGNhbGxiYWNrIGVycm9yAFVuZXhwZWN0ZWQgY2hhciBpbiB1cmwgc2VydmVyAEludmFsaWQgaGVhZGVyIHZhbHVlIGNoYXIASW52YWxpZCBoZWFkZXIgZmllbGQgY2hhcgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3ZlcnNpb24ASW52YWxpZCBtaW5vciB2ZXJzaW9uAEludmFsaWQgbWFqb3IgdmVyc2lvbgBFeHBlY3RlZCBzcGFjZSBhZnRlciB2ZXJzaW9uAEV4cGVjdGVkIENSTEYgYWZ0ZXIgdmVyc2lvbgBJbnZhbGlkIEhUVFAgdmVyc2lvbgBJbnZhbGlkIGhlYWRlciB0b2tlbgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3VybABJbnZhbGlkIGNoYXJhY3RlcnMgaW4gdXJsAFVuZXhwZWN0ZWQgc3RhcnQgY2hhciBpbiB1cmwARG91YmxlIEAgaW4gdXJsAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fcHJvdG9jb2wARW1wdHkgQ29udGVudC1MZW5ndGgASW52YWxpZCBjaGFyYWN0ZXIgaW4gQ29udGVudC1MZW5ndGgAVHJhbnNmZXItRW5jb2RpbmcgY2FuJ3QgYmUgcHJlc2VudCB3aXRoIENvbnRlbnQtTGVuZ3RoAER1cGxpY2F0ZSBDb250ZW50LUxlbmd0aABJbnZhbGlkIGNoYXIgaW4gdXJsIHBhdGgAQ29udGVudC1MZW5ndGggY2FuJ3QgYmUgcHJlc2VudCB3aXRoIFRyYW5zZmVyLUVuY29kaW5nAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgc2l6ZQBFeHBlY3RlZCBMRiBhZnRlciBjaHVuayBzaXplAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIHNpemUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfdmFsdWUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9jaHVua19leHRlbnNpb25fdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyB2YWx1ZQBVbmV4cGVjdGVkIHdoaXRlc3BhY2UgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgTEYgYWZ0ZXIgaGVhZGVyIHZhbHVlAEludmFsaWQgYFRyYW5zZmVyLUVuY29kaW5nYCBoZWFkZXIgdmFsdWUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciBjaHVuayBleHRlbnNpb24gdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBxdW90ZSB2YWx1ZQBJbnZhbGlkIHF1b3RlZC1wYWlyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAFBhdXNlZCBieSBvbl9oZWFkZXJzX2NvbXBsZXRlAEludmFsaWQgRU9GIHN0YXRlAG9uX3Jlc2V0IHBhdXNlAG9uX2NodW5rX2hlYWRlciBwYXVzZQBvbl9tZXNzYWdlX2JlZ2luIHBhdXNlAG9uX2NodW5rX2V4dGVuc2lvbl92YWx1ZSBwYXVzZQBvbl9zdGF0dXNfY29tcGxldGUgcGF1c2UAb25fdmVyc2lvbl9jb21wbGV0ZSBwYXVzZQBvbl91cmxfY29tcGxldGUgcGF1c2UAb25fcHJvdG9jb2xfY29tcGxldGUgcGF1c2UAb25fY2h1bmtfY29tcGxldGUgcGF1c2UAb25faGVhZGVyX3ZhbHVlX2NvbXBsZXRlIHBhdXNlAG9uX21lc3NhZ2VfY29tcGxldGUgcGF1c2UAb25fbWV0aG9kX2NvbXBsZXRlIHBhdXNlAG9uX2hlYWRlcl9maWVsZF9jb21wbGV0ZSBwYXVzZQBvbl9jaHVua19leHRlbnNpb25fbmFtZSBwYXVzZQBVbmV4cGVjdGVkIHNwYWNlIGFmdGVyIHN0YXJ0IGxpbmUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciByZXNwb25zZSBsaW5lAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fY2h1bmtfZXh0ZW5zaW9uX25hbWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBuYW1lAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgZXh0ZW5zaW9uIG5hbWUASW52YWxpZCBzdGF0dXMgY29kZQBQYXVzZSBvbiBDT05ORUNUL1VwZ3JhZGUAUGF1c2Ugb24gUFJJL1VwZ3JhZGUARXhwZWN0ZWQgSFRUUC8yIENvbm5lY3Rpb24gUHJlZmFjZQBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX21ldGhvZABFeHBlY3RlZCBzcGFjZSBhZnRlciBtZXRob2QAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfZmllbGQAUGF1c2VkAEludmFsaWQgd29yZCBlbmNvdW50ZXJlZABJbnZhbGlkIG1ldGhvZCBlbmNvdW50ZXJlZABNaXNzaW5nIGV4cGVjdGVkIENSIGFmdGVyIGNodW5rIGRhdGEARXhwZWN0ZWQgTEYgYWZ0ZXIgY2h1bmsgZGF0YQBVbmV4cGVjdGVkIGNoYXIgaW4gdXJsIHNjaGVtYQBSZXF1ZXN0IGhhcyBpbnZhbGlkIGBUcmFuc2Zlci1FbmNvZGluZ2AARGF0YSBhZnRlciBgQ29ubmVjdGlvbjogY2xvc2VgAFNXSVRDSF9QUk9YWQBVU0VfUFJPWFkATUtBQ1RJVklUWQBVTlBST0NFU1NBQkxFX0VOVElUWQBRVUVSWQBDT1BZAE1PVkVEX1BFUk1BTkVOVExZAFRPT19FQVJMWQBOT1RJRlkARkFJTEVEX0RFUEVOREVOQ1kAQkFEX0dBVEVXQVkAUExBWQBQVVQAQ0hFQ0tPVVQAR0FURVdBWV9USU1FT1VUAFJFUVVFU1RfVElNRU9VVABORVRXT1JLX0NPTk5FQ1RfVElNRU9VVABDT05ORUNUSU9OX1RJTUVPVVQATE9HSU5fVElNRU9VVABORVRXT1JLX1JFQURfVElNRU9VVABQT1NUAE1JU0RJUkVDVEVEX1JFUVVFU1QAQ0xJRU5UX0NMT1NFRF9SRVFVRVNUAENMSUVOVF9DTE9TRURfTE9BRF9CQUxBTkNFRF9SRVFVRVNUAEJBRF9SRVFVRVNUAEhUVFBfUkVRVUVTVF9TRU5UX1RPX0hUVFBTX1BPUlQAUkVQT1JUAElNX0FfVEVBUE9UAFJFU0VUX0NPTlRFTlQATk9fQ09OVEVOVABQQVJUSUFMX0NPTlRFTlQASFBFX0lOVkFMSURfQ09OU1RBTlQASFBFX0NCX1JFU0VUAEdFVABIUEVfU1RSSUNUAENPTkZMSUNUAFRFTVBPUkFSWV9SRURJUkVDVABQRVJNQU5FTlRfUkVESVJFQ1QAQ09OTkVDVABNVUxUSV9TVEFUVVMASFBFX0lOVkFMSURfU1RBVFVTAFRPT19NQU5ZX1JFUVVFU1RTAEVBUkxZX0hJTlRTAFVOQVZBSUxBQkxFX0ZPUl9MRUdBTF9SRUFTT05TAE9QVElPTlMAU1dJVENISU5HX1BST1RPQ09MUwBWQVJJQU5UX0FMU09fTkVHT1RJQVRFUwBNVUxUSVBMRV9DSE9JQ0VTAElOVEVSTkFMX1NFUlZFUl9FUlJPUgBXRUJfU0VSVkVSX1VOS05PV05fRVJST1IAUkFJTEdVTl9FUlJPUgBJREVOVElUWV9QUk9WSURFUl9BVVRIRU5USUNBVElPTl9FUlJPUgBTU0xfQ0VSVElGSUNBVEVfRVJST1IASU5WQUxJRF9YX0ZPUldBUkRFRF9GT1IAU0VUX1BBUkFNRVRFUgBHRVRfUEFSQU1FVEVSAEhQRV9VU0VSAFNFRV9PVEhFUgBIUEVfQ0JfQ0hVTktfSEVBREVSAEV4cGVjdGVkIExGIGFmdGVyIENSAE1LQ0FMRU5EQVIAU0VUVVAAV0VCX1NFUlZFUl9JU19ET1dOAFRFQVJET1dOAEhQRV9DTE9TRURfQ09OTkVDVElPTgBIRVVSSVNUSUNfRVhQSVJBVElPTgBESVNDT05ORUNURURfT1BFUkFUSU9OAE5PTl9BVVRIT1JJVEFUSVZFX0lORk9STUFUSU9OAEhQRV9JTlZBTElEX1ZFUlNJT04ASFBFX0NCX01FU1NBR0VfQkVHSU4AU0lURV9JU19GUk9aRU4ASFBFX0lOVkFMSURfSEVBREVSX1RPS0VOAElOVkFMSURfVE9LRU4ARk9SQklEREVOAEVOSEFOQ0VfWU9VUl9DQUxNAEhQRV9JTlZBTElEX1VSTABCTE9DS0VEX0JZX1BBUkVOVEFMX0NPTlRST0wATUtDT0wAQUNMAEhQRV9JTlRFUk5BTABSRVFVRVNUX0hFQURFUl9GSUVMRFNfVE9PX0xBUkdFX1VOT0ZGSUNJQUwASFBFX09LAFVOTElOSwBVTkxPQ0sAUFJJAFJFVFJZX1dJVEgASFBFX0lOVkFMSURfQ09OVEVOVF9MRU5HVEgASFBFX1VORVhQRUNURURfQ09OVEVOVF9MRU5HVEgARkxVU0gAUFJPUFBBVENIAE0tU0VBUkNIAFVSSV9UT09fTE9ORwBQUk9DRVNTSU5HAE1JU0NFTExBTkVPVVNfUEVSU0lTVEVOVF9XQVJOSU5HAE1JU0NFTExBTkVPVVNfV0FSTklORwBIUEVfSU5WQUxJRF9UUkFOU0ZFUl9FTkNPRElORwBFeHBlY3RlZCBDUkxGAEhQRV9JTlZBTElEX0NIVU5LX1NJWkUATU9WRQBDT05USU5VRQBIUEVfQ0JfU1RBVFVTX0NPTVBMRVRFAEhQRV9DQl9IRUFERVJTX0NPTVBMRVRFAEhQRV9DQl9WRVJTSU9OX0NPTVBMRVRFAEhQRV9DQl9VUkxfQ09NUExFVEUASFBFX0NCX1BST1RPQ09MX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19DT01QTEVURQBIUEVfQ0JfSEVBREVSX1ZBTFVFX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19FWFRFTlNJT05fVkFMVUVfQ09NUExFVEUASFBFX0NCX0NIVU5LX0VYVEVOU0lPTl9OQU1FX0NPTVBMRVRFAEhQRV9DQl9NRVNTQUdFX0NPTVBMRVRFAEhQRV9DQl9NRVRIT0RfQ09NUExFVEUASFBFX0NCX0hFQURFUl9GSUVMRF9DT01QTEVURQBERUxFVEUASFBFX0lOVkFMSURfRU9GX1NUQVRFAElOVkFMSURfU1NMX0NFUlRJRklDQVRFAFBBVVNFAE5PX1JFU1BPTlNFAFVOU1VQUE9SVEVEX01FRElBX1RZUEUAR09ORQBOT1RfQUNDRVBUQUJMRQBTRVJWSUNFX1VOQVZBSUxBQkxFAFJBTkdFX05PVF9TQVRJU0ZJQUJMRQBPUklHSU5fSVNfVU5SRUFDSEFCTEUAUkVTUE9OU0VfSVNfU1RBTEUAUFVSR0UATUVSR0UAUkVRVUVTVF9IRUFERVJfRklFTERTX1RPT19MQVJHRQBSRVFVRVNUX0hFQURFUl9UT09fTEFSR0UAUEFZTE9BRF9UT09fTEFSR0UASU5TVUZGSUNJRU5UX1NUT1JBR0UASFBFX1BBVVNFRF9VUEdSQURFAEhQRV9QQVVTRURfSDJfVVBHUkFERQBTT1VSQ0UAQU5OT1VOQ0UAVFJBQ0UASFBFX1VORVhQRUNURURfU1BBQ0UAREVTQ1JJQkUAVU5TVUJTQ1JJQkUAUkVDT1JEAEhQRV9JTlZBTElEX01FVEhPRABOT1RfRk9VTkQAUFJPUEZJTkQAVU5CSU5EAFJFQklORABVTkFVVEhPUklaRUQATUVUSE9EX05PVF9BTExPV0VEAEhUVFBfVkVSU0lPTl9OT1RfU1VQUE9SVEVEAEFMUkVBRFlfUkVQT1JURUQAQUNDRVBURUQATk9UX0lNUExFTUVOVEVEAExPT1BfREVURUNURUQASFBFX0NSX0VYUEVDVEVEAEhQRV9MRl9FWFBFQ1RFRABDUkVBVEVEAElNX1VTRUQASFBFX1BBVVNFRABUSU1FT1VUX09DQ1VSRUQAUEFZTUVOVF9SRVFVSVJFRABQUkVDT05ESVRJT05fUkVRVUlSRUQAUFJPWFlfQVVUSEVOVElDQVRJT05fUkVRVUlSRUQATkVUV09SS19BVVRIRU5USUNBVElPTl9SRVFVSVJFRABMRU5HVEhfUkVRVUlSRUQAU1NMX0NFUlRJRklDQVRFX1JFUVVJUkVEAFVQR1JBREVfUkVRVUlSRUQAUEFHRV9FWFBJUkVEAFBSRUNPTkRJVElPTl9GQUlMRUQARVhQRUNUQVRJT05fRkFJTEVEAFJFVkFMSURBVElPTl9GQUlMRUQAU1NMX0hBTkRTSEFLRV9GQUlMRUQATE9DS0VEAFRSQU5TRk9STUFUSU9OX0FQUExJRUQATk9UX01PRElGSUVEAE5PVF9FWFRFTkRFRABCQU5EV0lEVEhfTElNSVRfRVhDRUVERUQAU0lURV9JU19PVkVSTE9BREVEAEhFQUQARXhwZWN0ZWQgSFRUUC8sIFJUU1AvIG9yIElDRS8A5xUAAK8VAACkEgAAkhoAACYWAACeFAAA2xkAAHkVAAB+EgAA/hQAADYVAAALFgAA2BYAAPMSAABCGAAArBYAABIVAAAUFwAA7xcAAEgUAABxFwAAshoAAGsZAAB+GQAANRQAAIIaAABEFwAA/RYAAB4YAACHFwAAqhkAAJMSAAAHGAAALBcAAMoXAACkFwAA5xUAAOcVAABYFwAAOxgAAKASAAAtHAAAwxEAAEgRAADeEgAAQhMAAKQZAAD9EAAA9xUAAKUVAADvFgAA+BkAAEoWAABWFgAA9RUAAAoaAAAIGgAAARoAAKsVAABCEgAA1xAAAEwRAAAFGQAAVBYAAB4RAADKGQAAyBkAAE4WAAD/GAAAcRQAAPAVAADuFQAAlBkAAPwVAAC/GQAAmxkAAHwUAABDEQAAcBgAAJUUAAAnFAAAGRQAANUSAADUGQAARBYAAPcQAEG5OwsBAQBB0DsL4AEBAQIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBuj0LBAEAAAIAQdE9C14DBAMDAwMDAAADAwADAwADAwMDAwMDAwMDAAUAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAwADAEG6PwsEAQAAAgBB0T8LXgMAAwMDAwMAAAMDAAMDAAMDAwMDAwMDAwMABAAFAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwADAAMAQbDBAAsNbG9zZWVlcC1hbGl2ZQBBycEACwEBAEHgwQAL4AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBycMACwEBAEHgwwAL5wEBAQEBAQEBAQEBAQECAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAWNodW5rZWQAQfHFAAteAQABAQEBAQAAAQEAAQEAAQEBAQEBAQEBAQAAAAAAAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQAAAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAEAAQBB0McACyFlY3Rpb25lbnQtbGVuZ3Rob25yb3h5LWNvbm5lY3Rpb24AQYDIAAsgcmFuc2Zlci1lbmNvZGluZ3BncmFkZQ0KDQpTTQ0KDQoAQanIAAsFAQIAAQMAQcDIAAtfBAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanKAAsFAQIAAQMAQcDKAAtfBAUFBgUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanMAAsEAQAAAQBBwcwAC14CAgACAgICAgICAgICAgICAgICAgICAgICAgICAgIAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAEGpzgALBQECAAEDAEHAzgALXwQFAAAFBQUFBQUFBQUFBQYFBQUFBQUFBQUFBQUABQAHCAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAFAAUABQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAAFAEGp0AALBQEBAAEBAEHA0AALAQEAQdrQAAtBAgAAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAQanSAAsFAQEAAQEAQcDSAAsBAQBBytIACwYCAAAAAAIAQeHSAAs6AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwBBoNQAC50BTk9VTkNFRUNLT1VUTkVDVEVURUNSSUJFTFVTSEVURUFEU0VBUkNIUkdFQ1RJVklUWUxFTkRBUlZFT1RJRllQVElPTlNDSFNFQVlTVEFUQ0hHRVVFUllPUkRJUkVDVE9SVFJDSFBBUkFNRVRFUlVSQ0VCU0NSSUJFQVJET1dOQUNFSU5ETktDS1VCU0NSSUJFVFRQQ0VUU1BBRFRQLw=='

let wasmBuffer

Object.defineProperty(module, 'exports', {
  get: () => {
    return wasmBuffer
      ? wasmBuffer
      : (wasmBuffer = Buffer.from(wasmBase64, 'base64'))
  }
})


/***/ }),

/***/ 1285:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";
/* module decorator */ module = __nccwpck_require__.nmd(module);


const { Buffer } = __nccwpck_require__(4573)

const wasmBase64 = 'AGFzbQEAAAABJwdgAX8Bf2ADf39/AX9gAn9/AGABfwBgBH9/f38Bf2AAAGADf39/AALLAQgDZW52GHdhc21fb25faGVhZGVyc19jb21wbGV0ZQAEA2VudhV3YXNtX29uX21lc3NhZ2VfYmVnaW4AAANlbnYLd2FzbV9vbl91cmwAAQNlbnYOd2FzbV9vbl9zdGF0dXMAAQNlbnYUd2FzbV9vbl9oZWFkZXJfZmllbGQAAQNlbnYUd2FzbV9vbl9oZWFkZXJfdmFsdWUAAQNlbnYMd2FzbV9vbl9ib2R5AAEDZW52GHdhc21fb25fbWVzc2FnZV9jb21wbGV0ZQAAAzU0BQYAAAMAAAAAAAADAQMAAwMDAAACAAAAAAICAgICAgICAgIBAQEBAQEBAQEBAwAAAwAAAAQFAXABExMFAwEAAgYIAX8BQcDZBAsHxQcoBm1lbW9yeQIAC19pbml0aWFsaXplAAgZX19pbmRpcmVjdF9mdW5jdGlvbl90YWJsZQEAC2xsaHR0cF9pbml0AAkYbGxodHRwX3Nob3VsZF9rZWVwX2FsaXZlADcMbGxodHRwX2FsbG9jAAsGbWFsbG9jADkLbGxodHRwX2ZyZWUADARmcmVlAAwPbGxodHRwX2dldF90eXBlAA0VbGxodHRwX2dldF9odHRwX21ham9yAA4VbGxodHRwX2dldF9odHRwX21pbm9yAA8RbGxodHRwX2dldF9tZXRob2QAEBZsbGh0dHBfZ2V0X3N0YXR1c19jb2RlABESbGxodHRwX2dldF91cGdyYWRlABIMbGxodHRwX3Jlc2V0ABMObGxodHRwX2V4ZWN1dGUAFBRsbGh0dHBfc2V0dGluZ3NfaW5pdAAVDWxsaHR0cF9maW5pc2gAFgxsbGh0dHBfcGF1c2UAFw1sbGh0dHBfcmVzdW1lABgbbGxodHRwX3Jlc3VtZV9hZnRlcl91cGdyYWRlABkQbGxodHRwX2dldF9lcnJubwAaF2xsaHR0cF9nZXRfZXJyb3JfcmVhc29uABsXbGxodHRwX3NldF9lcnJvcl9yZWFzb24AHBRsbGh0dHBfZ2V0X2Vycm9yX3BvcwAdEWxsaHR0cF9lcnJub19uYW1lAB4SbGxodHRwX21ldGhvZF9uYW1lAB8SbGxodHRwX3N0YXR1c19uYW1lACAabGxodHRwX3NldF9sZW5pZW50X2hlYWRlcnMAISFsbGh0dHBfc2V0X2xlbmllbnRfY2h1bmtlZF9sZW5ndGgAIh1sbGh0dHBfc2V0X2xlbmllbnRfa2VlcF9hbGl2ZQAjJGxsaHR0cF9zZXRfbGVuaWVudF90cmFuc2Zlcl9lbmNvZGluZwAkGmxsaHR0cF9zZXRfbGVuaWVudF92ZXJzaW9uACUjbGxodHRwX3NldF9sZW5pZW50X2RhdGFfYWZ0ZXJfY2xvc2UAJidsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfbGZfYWZ0ZXJfY3IAJyxsbGh0dHBfc2V0X2xlbmllbnRfb3B0aW9uYWxfY3JsZl9hZnRlcl9jaHVuawAoKGxsaHR0cF9zZXRfbGVuaWVudF9vcHRpb25hbF9jcl9iZWZvcmVfbGYAKSpsbGh0dHBfc2V0X2xlbmllbnRfc3BhY2VzX2FmdGVyX2NodW5rX3NpemUAKhhsbGh0dHBfbWVzc2FnZV9uZWVkc19lb2YANgkYAQBBAQsSAQIDBAUKBgcyNDMuKy8tLDAxCuzaAjQWAEHA1QAoAgAEQAALQcDVAEEBNgIACxQAIAAQOCAAIAI2AjggACABOgAoCxQAIAAgAC8BNCAALQAwIAAQNxAACx4BAX9BwAAQOiIBEDggAUGACDYCOCABIAA6ACggAQuPDAEHfwJAIABFDQAgAEEIayIBIABBBGsoAgAiAEF4cSIEaiEFAkAgAEEBcQ0AIABBA3FFDQEgASABKAIAIgBrIgFB1NUAKAIASQ0BIAAgBGohBAJAAkBB2NUAKAIAIAFHBEAgAEH/AU0EQCAAQQN2IQMgASgCCCIAIAEoAgwiAkYEQEHE1QBBxNUAKAIAQX4gA3dxNgIADAULIAIgADYCCCAAIAI2AgwMBAsgASgCGCEGIAEgASgCDCIARwRAIAAgASgCCCICNgIIIAIgADYCDAwDCyABQRRqIgMoAgAiAkUEQCABKAIQIgJFDQIgAUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSgCBCIAQQNxQQNHDQIgBSAAQX5xNgIEQczVACAENgIAIAUgBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgASgCHCICQQJ0QfTXAGoiAygCACABRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAFGG2ogADYCACAARQ0BCyAAIAY2AhggASgCECICBEAgACACNgIQIAIgADYCGAsgAUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBU8NACAFKAIEIgBBAXFFDQACQAJAAkACQCAAQQJxRQRAQdzVACgCACAFRgRAQdzVACABNgIAQdDVAEHQ1QAoAgAgBGoiADYCACABIABBAXI2AgQgAUHY1QAoAgBHDQZBzNUAQQA2AgBB2NUAQQA2AgAMBgtB2NUAKAIAIAVGBEBB2NUAIAE2AgBBzNUAQczVACgCACAEaiIANgIAIAEgAEEBcjYCBCAAIAFqIAA2AgAMBgsgAEF4cSAEaiEEIABB/wFNBEAgAEEDdiEDIAUoAggiACAFKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwFCyACIAA2AgggACACNgIMDAQLIAUoAhghBiAFIAUoAgwiAEcEQEHU1QAoAgAaIAAgBSgCCCICNgIIIAIgADYCDAwDCyAFQRRqIgMoAgAiAkUEQCAFKAIQIgJFDQIgBUEQaiEDCwNAIAMhByACIgBBFGoiAygCACICDQAgAEEQaiEDIAAoAhAiAg0ACyAHQQA2AgAMAgsgBSAAQX5xNgIEIAEgBGogBDYCACABIARBAXI2AgQMAwtBACEACyAGRQ0AAkAgBSgCHCICQQJ0QfTXAGoiAygCACAFRgRAIAMgADYCACAADQFByNUAQcjVACgCAEF+IAJ3cTYCAAwCCyAGQRBBFCAGKAIQIAVGG2ogADYCACAARQ0BCyAAIAY2AhggBSgCECICBEAgACACNgIQIAIgADYCGAsgBUEUaigCACICRQ0AIABBFGogAjYCACACIAA2AhgLIAEgBGogBDYCACABIARBAXI2AgQgAUHY1QAoAgBHDQBBzNUAIAQ2AgAMAQsgBEH/AU0EQCAEQXhxQezVAGohAAJ/QcTVACgCACICQQEgBEEDdnQiA3FFBEBBxNUAIAIgA3I2AgAgAAwBCyAAKAIICyICIAE2AgwgACABNgIIIAEgADYCDCABIAI2AggMAQtBHyECIARB////B00EQCAEQSYgBEEIdmciAGt2QQFxIABBAXRrQT5qIQILIAEgAjYCHCABQgA3AhAgAkECdEH01wBqIQACQEHI1QAoAgAiA0EBIAJ0IgdxRQRAIAAgATYCAEHI1QAgAyAHcjYCACABIAA2AhggASABNgIIIAEgATYCDAwBCyAEQRkgAkEBdmtBACACQR9HG3QhAiAAKAIAIQACQANAIAAiAygCBEF4cSAERg0BIAJBHXYhACACQQF0IQIgAyAAQQRxakEQaiIHKAIAIgANAAsgByABNgIAIAEgAzYCGCABIAE2AgwgASABNgIIDAELIAMoAggiACABNgIMIAMgATYCCCABQQA2AhggASADNgIMIAEgADYCCAtB5NUAQeTVACgCAEEBayIAQX8gABs2AgALCwcAIAAtACgLBwAgAC0AKgsHACAALQArCwcAIAAtACkLBwAgAC8BNAsHACAALQAwC0ABBH8gACgCGCEBIAAvAS4hAiAALQAoIQMgACgCOCEEIAAQOCAAIAQ2AjggACADOgAoIAAgAjsBLiAAIAE2AhgLhocCAwd/A34BeyABIAJqIQQCQCAAIgMoAgwiAA0AIAMoAgQEQCADIAE2AgQLIwBBEGsiCSQAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCADKAIcIgJBAmsO/AEB+QECAwQFBgcICQoLDA0ODxAREvgBE/cBFBX2ARYX9QEYGRobHB0eHyD9AfsBIfQBIiMkJSYnKCkqK/MBLC0uLzAxMvIB8QEzNPAB7wE1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk/6AVBRUlPuAe0BVOwBVesBVldYWVrqAVtcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AAYEBggGDAYQBhQGGAYcBiAGJAYoBiwGMAY0BjgGPAZABkQGSAZMBlAGVAZYBlwGYAZkBmgGbAZwBnQGeAZ8BoAGhAaIBowGkAaUBpgGnAagBqQGqAasBrAGtAa4BrwGwAbEBsgGzAbQBtQG2AbcBuAG5AboBuwG8Ab0BvgG/AcABwQHCAcMBxAHFAcYBxwHIAckBygHLAcwBzQHOAekB6AHPAecB0AHmAdEB0gHTAdQB5QHVAdYB1wHYAdkB2gHbAdwB3QHeAd8B4AHhAeIB4wEA/AELQQAM4wELQQ4M4gELQQ0M4QELQQ8M4AELQRAM3wELQRMM3gELQRQM3QELQRUM3AELQRYM2wELQRcM2gELQRgM2QELQRkM2AELQRoM1wELQRsM1gELQRwM1QELQR0M1AELQR4M0wELQR8M0gELQSAM0QELQSEM0AELQQgMzwELQSIMzgELQSQMzQELQSMMzAELQQcMywELQSUMygELQSYMyQELQScMyAELQSgMxwELQRIMxgELQREMxQELQSkMxAELQSoMwwELQSsMwgELQSwMwQELQd4BDMABC0EuDL8BC0EvDL4BC0EwDL0BC0ExDLwBC0EyDLsBC0EzDLoBC0E0DLkBC0HfAQy4AQtBNQy3AQtBOQy2AQtBDAy1AQtBNgy0AQtBNwyzAQtBOAyyAQtBPgyxAQtBOgywAQtB4AEMrwELQQsMrgELQT8MrQELQTsMrAELQQoMqwELQTwMqgELQT0MqQELQeEBDKgBC0HBAAynAQtBwAAMpgELQcIADKUBC0EJDKQBC0EtDKMBC0HDAAyiAQtBxAAMoQELQcUADKABC0HGAAyfAQtBxwAMngELQcgADJ0BC0HJAAycAQtBygAMmwELQcsADJoBC0HMAAyZAQtBzQAMmAELQc4ADJcBC0HPAAyWAQtB0AAMlQELQdEADJQBC0HSAAyTAQtB0wAMkgELQdUADJEBC0HUAAyQAQtB1gAMjwELQdcADI4BC0HYAAyNAQtB2QAMjAELQdoADIsBC0HbAAyKAQtB3AAMiQELQd0ADIgBC0HeAAyHAQtB3wAMhgELQeAADIUBC0HhAAyEAQtB4gAMgwELQeMADIIBC0HkAAyBAQtB5QAMgAELQeIBDH8LQeYADH4LQecADH0LQQYMfAtB6AAMewtBBQx6C0HpAAx5C0EEDHgLQeoADHcLQesADHYLQewADHULQe0ADHQLQQMMcwtB7gAMcgtB7wAMcQtB8AAMcAtB8gAMbwtB8QAMbgtB8wAMbQtB9AAMbAtB9QAMawtB9gAMagtBAgxpC0H3AAxoC0H4AAxnC0H5AAxmC0H6AAxlC0H7AAxkC0H8AAxjC0H9AAxiC0H+AAxhC0H/AAxgC0GAAQxfC0GBAQxeC0GCAQxdC0GDAQxcC0GEAQxbC0GFAQxaC0GGAQxZC0GHAQxYC0GIAQxXC0GJAQxWC0GKAQxVC0GLAQxUC0GMAQxTC0GNAQxSC0GOAQxRC0GPAQxQC0GQAQxPC0GRAQxOC0GSAQxNC0GTAQxMC0GUAQxLC0GVAQxKC0GWAQxJC0GXAQxIC0GYAQxHC0GZAQxGC0GaAQxFC0GbAQxEC0GcAQxDC0GdAQxCC0GeAQxBC0GfAQxAC0GgAQw/C0GhAQw+C0GiAQw9C0GjAQw8C0GkAQw7C0GlAQw6C0GmAQw5C0GnAQw4C0GoAQw3C0GpAQw2C0GqAQw1C0GrAQw0C0GsAQwzC0GtAQwyC0GuAQwxC0GvAQwwC0GwAQwvC0GxAQwuC0GyAQwtC0GzAQwsC0G0AQwrC0G1AQwqC0G2AQwpC0G3AQwoC0G4AQwnC0G5AQwmC0G6AQwlC0G7AQwkC0G8AQwjC0G9AQwiC0G+AQwhC0G/AQwgC0HAAQwfC0HBAQweC0HCAQwdC0EBDBwLQcMBDBsLQcQBDBoLQcUBDBkLQcYBDBgLQccBDBcLQcgBDBYLQckBDBULQcoBDBQLQcsBDBMLQcwBDBILQc0BDBELQc4BDBALQc8BDA8LQdABDA4LQdEBDA0LQdIBDAwLQdMBDAsLQdQBDAoLQdUBDAkLQdYBDAgLQeMBDAcLQdcBDAYLQdgBDAULQdkBDAQLQdoBDAMLQdsBDAILQd0BDAELQdwBCyECA0ACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIAMCfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAAn8CQAJAAkACfwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAwJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCACDuMBAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISMkJScoKZ4DmwOaA5EDigODA4AD/QL7AvgC8gLxAu8C7QLoAucC5gLlAuQC3ALbAtoC2QLYAtcC1gLVAs8CzgLMAssCygLJAsgCxwLGAsQCwwK+ArwCugK5ArgCtwK2ArUCtAKzArICsQKwAq4CrQKpAqgCpwKmAqUCpAKjAqICoQKgAp8CmAKQAowCiwKKAoEC/gH9AfwB+wH6AfkB+AH3AfUB8wHwAesB6QHoAecB5gHlAeQB4wHiAeEB4AHfAd4B3QHcAdoB2QHYAdcB1gHVAdQB0wHSAdEB0AHPAc4BzQHMAcsBygHJAcgBxwHGAcUBxAHDAcIBwQHAAb8BvgG9AbwBuwG6AbkBuAG3AbYBtQG0AbMBsgGxAbABrwGuAa0BrAGrAaoBqQGoAacBpgGlAaQBowGiAZ8BngGZAZgBlwGWAZUBlAGTAZIBkQGQAY8BjQGMAYcBhgGFAYQBgwGCAX18e3p5dnV0UFFSU1RVCyABIARHDXJB/QEhAgy+AwsgASAERw2YAUHbASECDL0DCyABIARHDfEBQY4BIQIMvAMLIAEgBEcN/AFBhAEhAgy7AwsgASAERw2KAkH/ACECDLoDCyABIARHDZECQf0AIQIMuQMLIAEgBEcNlAJB+wAhAgy4AwsgASAERw0eQR4hAgy3AwsgASAERw0ZQRghAgy2AwsgASAERw3KAkHNACECDLUDCyABIARHDdUCQcYAIQIMtAMLIAEgBEcN1gJBwwAhAgyzAwsgASAERw3cAkE4IQIMsgMLIAMtADBBAUYNrQMMiQMLQQAhAAJAAkACQCADLQAqRQ0AIAMtACtFDQAgAy8BMiICQQJxRQ0BDAILIAMvATIiAkEBcUUNAQtBASEAIAMtAChBAUYNACADLwE0IgZB5ABrQeQASQ0AIAZBzAFGDQAgBkGwAkYNACACQcAAcQ0AQQAhACACQYgEcUGABEYNACACQShxQQBHIQALIANBADsBMiADQQA6ADECQCAARQRAIANBADoAMSADLQAuQQRxDQEMsQMLIANCADcDIAsgA0EAOgAxIANBAToANgxIC0EAIQACQCADKAI4IgJFDQAgAigCMCICRQ0AIAMgAhEAACEACyAARQ1IIABBFUcNYiADQQQ2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgyvAwsgASAERgRAQQYhAgyvAwsgAS0AAEEKRw0ZIAFBAWohAQwaCyADQgA3AyBBEiECDJQDCyABIARHDYoDQSMhAgysAwsgASAERgRAQQchAgysAwsCQAJAIAEtAABBCmsOBAEYGAAYCyABQQFqIQFBECECDJMDCyABQQFqIQEgA0Evai0AAEEBcQ0XQQAhAiADQQA2AhwgAyABNgIUIANBmSA2AhAgA0EZNgIMDKsDCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMWg0YQQghAgyqAwsgASAERwRAIANBCTYCCCADIAE2AgRBFCECDJEDC0EJIQIMqQMLIAMpAyBQDa4CDEMLIAEgBEYEQEELIQIMqAMLIAEtAABBCkcNFiABQQFqIQEMFwsgA0Evai0AAEEBcUUNGQwmC0EAIQACQCADKAI4IgJFDQAgAigCUCICRQ0AIAMgAhEAACEACyAADRkMQgtBACEAAkAgAygCOCICRQ0AIAIoAlAiAkUNACADIAIRAAAhAAsgAA0aDCQLQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANGwwyCyADQS9qLQAAQQFxRQ0cDCILQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANHAxCC0EAIQACQCADKAI4IgJFDQAgAigCVCICRQ0AIAMgAhEAACEACyAADR0MIAsgASAERgRAQRMhAgygAwsCQCABLQAAIgBBCmsOBB8jIwAiCyABQQFqIQEMHwtBACEAAkAgAygCOCICRQ0AIAIoAlQiAkUNACADIAIRAAAhAAsgAA0iDEILIAEgBEYEQEEWIQIMngMLIAEtAABBwMEAai0AAEEBRw0jDIMDCwJAA0AgAS0AAEGwO2otAAAiAEEBRwRAAkAgAEECaw4CAwAnCyABQQFqIQFBISECDIYDCyAEIAFBAWoiAUcNAAtBGCECDJ0DCyADKAIEIQBBACECIANBADYCBCADIAAgAUEBaiIBEDQiAA0hDEELQQAhAAJAIAMoAjgiAkUNACACKAJUIgJFDQAgAyACEQAAIQALIAANIwwqCyABIARGBEBBHCECDJsDCyADQQo2AgggAyABNgIEQQAhAAJAIAMoAjgiAkUNACACKAJQIgJFDQAgAyACEQAAIQALIAANJUEkIQIMgQMLIAEgBEcEQANAIAEtAABBsD1qLQAAIgBBA0cEQCAAQQFrDgUYGiaCAyUmCyAEIAFBAWoiAUcNAAtBGyECDJoDC0EbIQIMmQMLA0AgAS0AAEGwP2otAAAiAEEDRwRAIABBAWsOBQ8RJxMmJwsgBCABQQFqIgFHDQALQR4hAgyYAwsgASAERwRAIANBCzYCCCADIAE2AgRBByECDP8CC0EfIQIMlwMLIAEgBEYEQEEgIQIMlwMLAkAgAS0AAEENaw4ULj8/Pz8/Pz8/Pz8/Pz8/Pz8/PwA/C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAyWAwsgA0EvaiECA0AgASAERgRAQSEhAgyXAwsCQAJAAkAgAS0AACIAQQlrDhgCACkpASkpKSkpKSkpKSkpKSkpKSkpKQInCyABQQFqIQEgA0Evai0AAEEBcUUNCgwYCyABQQFqIQEMFwsgAUEBaiEBIAItAABBAnENAAtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwMlQMLIAMtAC5BgAFxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ3mAiAAQRVGBEAgA0EkNgIcIAMgATYCFCADQZsbNgIQIANBFTYCDEEAIQIMlAMLQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDJMDC0EAIQIgA0EANgIcIAMgATYCFCADQb4gNgIQIANBAjYCDAySAwsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEgDKdqIgEQMiIARQ0rIANBBzYCHCADIAE2AhQgAyAANgIMDJEDCyADLQAuQcAAcUUNAQtBACEAAkAgAygCOCICRQ0AIAIoAlgiAkUNACADIAIRAAAhAAsgAEUNKyAAQRVGBEAgA0EKNgIcIAMgATYCFCADQesZNgIQIANBFTYCDEEAIQIMkAMLQQAhAiADQQA2AhwgAyABNgIUIANBkww2AhAgA0ETNgIMDI8DC0EAIQIgA0EANgIcIAMgATYCFCADQYIVNgIQIANBAjYCDAyOAwtBACECIANBADYCHCADIAE2AhQgA0HdFDYCECADQRk2AgwMjQMLQQAhAiADQQA2AhwgAyABNgIUIANB5h02AhAgA0EZNgIMDIwDCyAAQRVGDT1BACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMiwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUNKCADQQ02AhwgAyABNgIUIAMgADYCDAyKAwsgAEEVRg06QQAhAiADQQA2AhwgAyABNgIUIANB0A82AhAgA0EiNgIMDIkDCyADKAIEIQBBACECIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDCgLIANBDjYCHCADIAA2AgwgAyABQQFqNgIUDIgDCyAAQRVGDTdBACECIANBADYCHCADIAE2AhQgA0HQDzYCECADQSI2AgwMhwMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDMiAEUEQCABQQFqIQEMJwsgA0EPNgIcIAMgADYCDCADIAFBAWo2AhQMhgMLQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDIUDCyAAQRVGDTNBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwMhAMLIAMoAgQhAEEAIQIgA0EANgIEIAMgACABEDQiAEUNJSADQRE2AhwgAyABNgIUIAMgADYCDAyDAwsgAEEVRg0wQQAhAiADQQA2AhwgAyABNgIUIANB1gw2AhAgA0EjNgIMDIIDCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDCULIANBEjYCHCADIAA2AgwgAyABQQFqNgIUDIEDCyADQS9qLQAAQQFxRQ0BC0EXIQIM5gILQQAhAiADQQA2AhwgAyABNgIUIANB4hc2AhAgA0EZNgIMDP4CCyAAQTtHDQAgAUEBaiEBDAwLQQAhAiADQQA2AhwgAyABNgIUIANBkhg2AhAgA0ECNgIMDPwCCyAAQRVGDShBACECIANBADYCHCADIAE2AhQgA0HWDDYCECADQSM2AgwM+wILIANBFDYCHCADIAE2AhQgAyAANgIMDPoCCyADKAIEIQBBACECIANBADYCBCADIAAgARA0IgBFBEAgAUEBaiEBDPUCCyADQRU2AhwgAyAANgIMIAMgAUEBajYCFAz5AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzzAgsgA0EXNgIcIAMgADYCDCADIAFBAWo2AhQM+AILIABBFUYNI0EAIQIgA0EANgIcIAMgATYCFCADQdYMNgIQIANBIzYCDAz3AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQwdCyADQRk2AhwgAyAANgIMIAMgAUEBajYCFAz2AgsgAygCBCEAQQAhAiADQQA2AgQgAyAAIAEQNCIARQRAIAFBAWohAQzvAgsgA0EaNgIcIAMgADYCDCADIAFBAWo2AhQM9QILIABBFUYNH0EAIQIgA0EANgIcIAMgATYCFCADQdAPNgIQIANBIjYCDAz0AgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDBsLIANBHDYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgzzAgsgAygCBCEAIANBADYCBCADIAAgARAzIgBFBEAgAUEBaiEBDOsCCyADQR02AhwgAyAANgIMIAMgAUEBajYCFEEAIQIM8gILIABBO0cNASABQQFqIQELQSYhAgzXAgtBACECIANBADYCHCADIAE2AhQgA0GfFTYCECADQQw2AgwM7wILIAEgBEcEQANAIAEtAABBIEcNhAIgBCABQQFqIgFHDQALQSwhAgzvAgtBLCECDO4CCyABIARGBEBBNCECDO4CCwJAAkADQAJAIAEtAABBCmsOBAIAAAMACyAEIAFBAWoiAUcNAAtBNCECDO8CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNnwIgA0EyNgIcIAMgATYCFCADIAA2AgxBACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUEQCABQQFqIQEMnwILIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgztAgsgASAERwRAAkADQCABLQAAQTBrIgBB/wFxQQpPBEBBOiECDNcCCyADKQMgIgtCmbPmzJmz5swZVg0BIAMgC0IKfiIKNwMgIAogAK1C/wGDIgtCf4VWDQEgAyAKIAt8NwMgIAQgAUEBaiIBRw0AC0HAACECDO4CCyADKAIEIQAgA0EANgIEIAMgACABQQFqIgEQMSIADRcM4gILQcAAIQIM7AILIAEgBEYEQEHJACECDOwCCwJAA0ACQCABLQAAQQlrDhgAAqICogKpAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAqICogKiAgCiAgsgBCABQQFqIgFHDQALQckAIQIM7AILIAFBAWohASADQS9qLQAAQQFxDaUCIANBADYCHCADIAE2AhQgA0GXEDYCECADQQo2AgxBACECDOsCCyABIARHBEADQCABLQAAQSBHDRUgBCABQQFqIgFHDQALQfgAIQIM6wILQfgAIQIM6gILIANBAjoAKAw4C0EAIQIgA0EANgIcIANBvws2AhAgA0ECNgIMIAMgAUEBajYCFAzoAgtBACECDM4CC0ENIQIMzQILQRMhAgzMAgtBFSECDMsCC0EWIQIMygILQRghAgzJAgtBGSECDMgCC0EaIQIMxwILQRshAgzGAgtBHCECDMUCC0EdIQIMxAILQR4hAgzDAgtBHyECDMICC0EgIQIMwQILQSIhAgzAAgtBIyECDL8CC0ElIQIMvgILQeUAIQIMvQILIANBPTYCHCADIAE2AhQgAyAANgIMQQAhAgzVAgsgA0EbNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIM1AILIANBIDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNMCCyADQRM2AhwgAyABNgIUIANBmBo2AhAgA0EVNgIMQQAhAgzSAgsgA0ELNgIcIAMgATYCFCADQZgaNgIQIANBFTYCDEEAIQIM0QILIANBEDYCHCADIAE2AhQgA0GYGjYCECADQRU2AgxBACECDNACCyADQSA2AhwgAyABNgIUIANBpBw2AhAgA0EVNgIMQQAhAgzPAgsgA0ELNgIcIAMgATYCFCADQaQcNgIQIANBFTYCDEEAIQIMzgILIANBDDYCHCADIAE2AhQgA0GkHDYCECADQRU2AgxBACECDM0CC0EAIQIgA0EANgIcIAMgATYCFCADQd0ONgIQIANBEjYCDAzMAgsCQANAAkAgAS0AAEEKaw4EAAICAAILIAQgAUEBaiIBRw0AC0H9ASECDMwCCwJAAkAgAy0ANkEBRw0AQQAhAAJAIAMoAjgiAkUNACACKAJgIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRw0BIANB/AE2AhwgAyABNgIUIANB3Bk2AhAgA0EVNgIMQQAhAgzNAgtB3AEhAgyzAgsgA0EANgIcIAMgATYCFCADQfkLNgIQIANBHzYCDEEAIQIMywILAkACQCADLQAoQQFrDgIEAQALQdsBIQIMsgILQdQBIQIMsQILIANBAjoAMUEAIQACQCADKAI4IgJFDQAgAigCACICRQ0AIAMgAhEAACEACyAARQRAQd0BIQIMsQILIABBFUcEQCADQQA2AhwgAyABNgIUIANBtAw2AhAgA0EQNgIMQQAhAgzKAgsgA0H7ATYCHCADIAE2AhQgA0GBGjYCECADQRU2AgxBACECDMkCCyABIARGBEBB+gEhAgzJAgsgAS0AAEHIAEYNASADQQE6ACgLQcABIQIMrgILQdoBIQIMrQILIAEgBEcEQCADQQw2AgggAyABNgIEQdkBIQIMrQILQfkBIQIMxQILIAEgBEYEQEH4ASECDMUCCyABLQAAQcgARw0EIAFBAWohAUHYASECDKsCCyABIARGBEBB9wEhAgzEAgsCQAJAIAEtAABBxQBrDhAABQUFBQUFBQUFBQUFBQUBBQsgAUEBaiEBQdYBIQIMqwILIAFBAWohAUHXASECDKoCC0H2ASECIAEgBEYNwgIgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABButUAai0AAEcNAyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMwwILIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgBFBEBB4wEhAgyqAgsgA0H1ATYCHCADIAE2AhQgAyAANgIMQQAhAgzCAgtB9AEhAiABIARGDcECIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQbjVAGotAABHDQIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADMICCyADQYEEOwEoIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARAuIgANAwwCCyADQQA2AgALQQAhAiADQQA2AhwgAyABNgIUIANB5R82AhAgA0EINgIMDL8CC0HVASECDKUCCyADQfMBNgIcIAMgATYCFCADIAA2AgxBACECDL0CC0EAIQACQCADKAI4IgJFDQAgAigCQCICRQ0AIAMgAhEAACEACyAARQ1uIABBFUcEQCADQQA2AhwgAyABNgIUIANBgg82AhAgA0EgNgIMQQAhAgy9AgsgA0GPATYCHCADIAE2AhQgA0HsGzYCECADQRU2AgxBACECDLwCCyABIARHBEAgA0ENNgIIIAMgATYCBEHTASECDKMCC0HyASECDLsCCyABIARGBEBB8QEhAgy7AgsCQAJAAkAgAS0AAEHIAGsOCwABCAgICAgICAgCCAsgAUEBaiEBQdABIQIMowILIAFBAWohAUHRASECDKICCyABQQFqIQFB0gEhAgyhAgtB8AEhAiABIARGDbkCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEG11QBqLQAARw0EIABBAkYNAyAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy5AgtB7wEhAiABIARGDbgCIAMoAgAiACAEIAFraiEGIAEgAGtBAWohBQNAIAEtAAAgAEGz1QBqLQAARw0DIABBAUYNAiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy4AgtB7gEhAiABIARGDbcCIAMoAgAiACAEIAFraiEGIAEgAGtBAmohBQNAIAEtAAAgAEGw1QBqLQAARw0CIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBjYCAAy3AgsgAygCBCEAIANCADcDACADIAAgBUEBaiIBECsiAEUNAiADQewBNgIcIAMgATYCFCADIAA2AgxBACECDLYCCyADQQA2AgALIAMoAgQhACADQQA2AgQgAyAAIAEQKyIARQ2cAiADQe0BNgIcIAMgATYCFCADIAA2AgxBACECDLQCC0HPASECDJoCC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMtAILQc4BIQIMmgILIANB6wE2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyyAgsgASAERgRAQesBIQIMsgILIAEtAABBL0YEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQbI4NgIQIANBCDYCDEEAIQIMsQILQc0BIQIMlwILIAEgBEcEQCADQQ42AgggAyABNgIEQcwBIQIMlwILQeoBIQIMrwILIAEgBEYEQEHpASECDK8CCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHLASECDJYCCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNlwIgA0HoATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgASAERgRAQecBIQIMrgILAkAgAS0AAEEuRgRAIAFBAWohAQwBCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmAIgA0HmATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgtBygEhAgyUAgsgASAERgRAQeUBIQIMrQILQQAhAEEBIQVBASEHQQAhAgJAAkACQAJAAkACfwJAAkACQAJAAkACQAJAIAEtAABBMGsOCgoJAAECAwQFBggLC0ECDAYLQQMMBQtBBAwEC0EFDAMLQQYMAgtBBwwBC0EICyECQQAhBUEAIQcMAgtBCSECQQEhAEEAIQVBACEHDAELQQAhBUEBIQILIAMgAjoAKyABQQFqIQECQAJAIAMtAC5BEHENAAJAAkACQCADLQAqDgMBAAIECyAHRQ0DDAILIAANAQwCCyAFRQ0BCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNAiADQeIBNgIcIAMgATYCFCADIAA2AgxBACECDK8CCyADKAIEIQAgA0EANgIEIAMgACABEC8iAEUNmgIgA0HjATYCHCADIAE2AhQgAyAANgIMQQAhAgyuAgsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDZgCIANB5AE2AhwgAyABNgIUIAMgADYCDAytAgtByQEhAgyTAgtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GkDTYCECADQSE2AgxBACECDK0CC0HIASECDJMCCyADQeEBNgIcIAMgATYCFCADQdAaNgIQIANBFTYCDEEAIQIMqwILIAEgBEYEQEHhASECDKsCCwJAIAEtAABBIEYEQCADQQA7ATQgAUEBaiEBDAELIANBADYCHCADIAE2AhQgA0GZETYCECADQQk2AgxBACECDKsCC0HHASECDJECCyABIARGBEBB4AEhAgyqAgsCQCABLQAAQTBrQf8BcSICQQpJBEAgAUEBaiEBAkAgAy8BNCIAQZkzSw0AIAMgAEEKbCIAOwE0IABB/v8DcSACQf//A3NLDQAgAyAAIAJqOwE0DAILQQAhAiADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMDKsCCyADQQA2AhwgAyABNgIUIANBlR42AhAgA0ENNgIMQQAhAgyqAgtBxgEhAgyQAgsgASAERgRAQd8BIQIMqQILAkAgAS0AAEEwa0H/AXEiAkEKSQRAIAFBAWohAQJAIAMvATQiAEGZM0sNACADIABBCmwiADsBNCAAQf7/A3EgAkH//wNzSw0AIAMgACACajsBNAwCC0EAIQIgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDAyqAgsgA0EANgIcIAMgATYCFCADQZUeNgIQIANBDTYCDEEAIQIMqQILQcUBIQIMjwILIAEgBEYEQEHeASECDKgCCwJAIAEtAABBMGtB/wFxIgJBCkkEQCABQQFqIQECQCADLwE0IgBBmTNLDQAgAyAAQQpsIgA7ATQgAEH+/wNxIAJB//8Dc0sNACADIAAgAmo7ATQMAgtBACECIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgwMqQILIANBADYCHCADIAE2AhQgA0GVHjYCECADQQ02AgxBACECDKgCC0HEASECDI4CCyABIARGBEBB3QEhAgynAgsCQAJAAkACQCABLQAAQQprDhcCAwMAAwMDAwMDAwMDAwMDAwMDAwMDAQMLIAFBAWoMBQsgAUEBaiEBQcMBIQIMjwILIAFBAWohASADQS9qLQAAQQFxDQggA0EANgIcIAMgATYCFCADQY0LNgIQIANBDTYCDEEAIQIMpwILIANBADYCHCADIAE2AhQgA0GNCzYCECADQQ02AgxBACECDKYCCyABIARHBEAgA0EPNgIIIAMgATYCBEEBIQIMjQILQdwBIQIMpQILAkACQANAAkAgAS0AAEEKaw4EAgAAAwALIAQgAUEBaiIBRw0AC0HbASECDKYCCyADKAIEIQAgA0EANgIEIAMgACABEC0iAEUEQCABQQFqIQEMBAsgA0HaATYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgylAgsgAygCBCEAIANBADYCBCADIAAgARAtIgANASABQQFqCyEBQcEBIQIMigILIANB2QE2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMogILQcIBIQIMiAILIANBL2otAABBAXENASADQQA2AhwgAyABNgIUIANB5Bw2AhAgA0EZNgIMQQAhAgygAgsgASAERgRAQdkBIQIMoAILAkACQAJAIAEtAABBCmsOBAECAgACCyABQQFqIQEMAgsgAUEBaiEBDAELIAMtAC5BwABxRQ0BC0EAIQACQCADKAI4IgJFDQAgAigCPCICRQ0AIAMgAhEAACEACyAARQ2gASAAQRVGBEAgA0HZADYCHCADIAE2AhQgA0G3GjYCECADQRU2AgxBACECDJ8CCyADQQA2AhwgAyABNgIUIANBgA02AhAgA0EbNgIMQQAhAgyeAgsgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMnQILIAEgBEcEQCADQQw2AgggAyABNgIEQb8BIQIMhAILQdgBIQIMnAILIAEgBEYEQEHXASECDJwCCwJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEHBAGsOFQABAgNaBAUGWlpaBwgJCgsMDQ4PEFoLIAFBAWohAUH7ACECDJICCyABQQFqIQFB/AAhAgyRAgsgAUEBaiEBQYEBIQIMkAILIAFBAWohAUGFASECDI8CCyABQQFqIQFBhgEhAgyOAgsgAUEBaiEBQYkBIQIMjQILIAFBAWohAUGKASECDIwCCyABQQFqIQFBjQEhAgyLAgsgAUEBaiEBQZYBIQIMigILIAFBAWohAUGXASECDIkCCyABQQFqIQFBmAEhAgyIAgsgAUEBaiEBQaUBIQIMhwILIAFBAWohAUGmASECDIYCCyABQQFqIQFBrAEhAgyFAgsgAUEBaiEBQbQBIQIMhAILIAFBAWohAUG3ASECDIMCCyABQQFqIQFBvgEhAgyCAgsgASAERgRAQdYBIQIMmwILIAEtAABBzgBHDUggAUEBaiEBQb0BIQIMgQILIAEgBEYEQEHVASECDJoCCwJAAkACQCABLQAAQcIAaw4SAEpKSkpKSkpKSgFKSkpKSkoCSgsgAUEBaiEBQbgBIQIMggILIAFBAWohAUG7ASECDIECCyABQQFqIQFBvAEhAgyAAgtB1AEhAiABIARGDZgCIAMoAgAiACAEIAFraiEFIAEgAGtBB2ohBgJAA0AgAS0AACAAQajVAGotAABHDUUgAEEHRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJkCCyADQQA2AgAgBkEBaiEBQRsMRQsgASAERgRAQdMBIQIMmAILAkACQCABLQAAQckAaw4HAEdHR0dHAUcLIAFBAWohAUG5ASECDP8BCyABQQFqIQFBugEhAgz+AQtB0gEhAiABIARGDZYCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQabVAGotAABHDUMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJcCCyADQQA2AgAgBkEBaiEBQQ8MQwtB0QEhAiABIARGDZUCIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQaTVAGotAABHDUIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJYCCyADQQA2AgAgBkEBaiEBQSAMQgtB0AEhAiABIARGDZQCIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDUEgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADJUCCyADQQA2AgAgBkEBaiEBQRIMQQsgASAERgRAQc8BIQIMlAILAkACQCABLQAAQcUAaw4OAENDQ0NDQ0NDQ0NDQwFDCyABQQFqIQFBtQEhAgz7AQsgAUEBaiEBQbYBIQIM+gELQc4BIQIgASAERg2SAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGe1QBqLQAARw0/IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyTAgsgA0EANgIAIAZBAWohAUEHDD8LQc0BIQIgASAERg2RAiADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEGY1QBqLQAARw0+IABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAySAgsgA0EANgIAIAZBAWohAUEoDD4LIAEgBEYEQEHMASECDJECCwJAAkACQCABLQAAQcUAaw4RAEFBQUFBQUFBQQFBQUFBQQJBCyABQQFqIQFBsQEhAgz5AQsgAUEBaiEBQbIBIQIM+AELIAFBAWohAUGzASECDPcBC0HLASECIAEgBEYNjwIgAygCACIAIAQgAWtqIQUgASAAa0EGaiEGAkADQCABLQAAIABBkdUAai0AAEcNPCAAQQZGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMkAILIANBADYCACAGQQFqIQFBGgw8C0HKASECIAEgBEYNjgIgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABBjdUAai0AAEcNOyAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMjwILIANBADYCACAGQQFqIQFBIQw7CyABIARGBEBByQEhAgyOAgsCQAJAIAEtAABBwQBrDhQAPT09PT09PT09PT09PT09PT09AT0LIAFBAWohAUGtASECDPUBCyABQQFqIQFBsAEhAgz0AQsgASAERgRAQcgBIQIMjQILAkACQCABLQAAQdUAaw4LADw8PDw8PDw8PAE8CyABQQFqIQFBrgEhAgz0AQsgAUEBaiEBQa8BIQIM8wELQccBIQIgASAERg2LAiADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw04IABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyMAgsgA0EANgIAIAZBAWohAUEqDDgLIAEgBEYEQEHGASECDIsCCyABLQAAQdAARw04IAFBAWohAUElDDcLQcUBIQIgASAERg2JAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGB1QBqLQAARw02IABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyKAgsgA0EANgIAIAZBAWohAUEODDYLIAEgBEYEQEHEASECDIkCCyABLQAAQcUARw02IAFBAWohAUGrASECDO8BCyABIARGBEBBwwEhAgyIAgsCQAJAAkACQCABLQAAQcIAaw4PAAECOTk5OTk5OTk5OTkDOQsgAUEBaiEBQacBIQIM8QELIAFBAWohAUGoASECDPABCyABQQFqIQFBqQEhAgzvAQsgAUEBaiEBQaoBIQIM7gELQcIBIQIgASAERg2GAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH+1ABqLQAARw0zIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyHAgsgA0EANgIAIAZBAWohAUEUDDMLQcEBIQIgASAERg2FAiADKAIAIgAgBCABa2ohBSABIABrQQRqIQYCQANAIAEtAAAgAEH51ABqLQAARw0yIABBBEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyGAgsgA0EANgIAIAZBAWohAUErDDILQcABIQIgASAERg2EAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEH21ABqLQAARw0xIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyFAgsgA0EANgIAIAZBAWohAUEsDDELQb8BIQIgASAERg2DAiADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEGh1QBqLQAARw0wIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyEAgsgA0EANgIAIAZBAWohAUERDDALQb4BIQIgASAERg2CAiADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEHy1ABqLQAARw0vIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyDAgsgA0EANgIAIAZBAWohAUEuDC8LIAEgBEYEQEG9ASECDIICCwJAAkACQAJAAkAgAS0AAEHBAGsOFQA0NDQ0NDQ0NDQ0ATQ0AjQ0AzQ0BDQLIAFBAWohAUGbASECDOwBCyABQQFqIQFBnAEhAgzrAQsgAUEBaiEBQZ0BIQIM6gELIAFBAWohAUGiASECDOkBCyABQQFqIQFBpAEhAgzoAQsgASAERgRAQbwBIQIMgQILAkACQCABLQAAQdIAaw4DADABMAsgAUEBaiEBQaMBIQIM6AELIAFBAWohAUEEDC0LQbsBIQIgASAERg3/ASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEHw1ABqLQAARw0sIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyAAgsgA0EANgIAIAZBAWohAUEdDCwLIAEgBEYEQEG6ASECDP8BCwJAAkAgAS0AAEHJAGsOBwEuLi4uLgAuCyABQQFqIQFBoQEhAgzmAQsgAUEBaiEBQSIMKwsgASAERgRAQbkBIQIM/gELIAEtAABB0ABHDSsgAUEBaiEBQaABIQIM5AELIAEgBEYEQEG4ASECDP0BCwJAAkAgAS0AAEHGAGsOCwAsLCwsLCwsLCwBLAsgAUEBaiEBQZ4BIQIM5AELIAFBAWohAUGfASECDOMBC0G3ASECIAEgBEYN+wEgAygCACIAIAQgAWtqIQUgASAAa0EDaiEGAkADQCABLQAAIABB7NQAai0AAEcNKCAAQQNGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM/AELIANBADYCACAGQQFqIQFBDQwoC0G2ASECIAEgBEYN+gEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBodUAai0AAEcNJyAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+wELIANBADYCACAGQQFqIQFBDAwnC0G1ASECIAEgBEYN+QEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6tQAai0AAEcNJiAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+gELIANBADYCACAGQQFqIQFBAwwmC0G0ASECIAEgBEYN+AEgAygCACIAIAQgAWtqIQUgASAAa0EBaiEGAkADQCABLQAAIABB6NQAai0AAEcNJSAAQQFGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM+QELIANBADYCACAGQQFqIQFBJgwlCyABIARGBEBBswEhAgz4AQsCQAJAIAEtAABB1ABrDgIAAScLIAFBAWohAUGZASECDN8BCyABQQFqIQFBmgEhAgzeAQtBsgEhAiABIARGDfYBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQebUAGotAABHDSMgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPcBCyADQQA2AgAgBkEBaiEBQScMIwtBsQEhAiABIARGDfUBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQeTUAGotAABHDSIgAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPYBCyADQQA2AgAgBkEBaiEBQRwMIgtBsAEhAiABIARGDfQBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQd7UAGotAABHDSEgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPUBCyADQQA2AgAgBkEBaiEBQQYMIQtBrwEhAiABIARGDfMBIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQdnUAGotAABHDSAgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPQBCyADQQA2AgAgBkEBaiEBQRkMIAsgASAERgRAQa4BIQIM8wELAkACQAJAAkAgAS0AAEEtaw4jACQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkASQkJCQkAiQkJAMkCyABQQFqIQFBjgEhAgzcAQsgAUEBaiEBQY8BIQIM2wELIAFBAWohAUGUASECDNoBCyABQQFqIQFBlQEhAgzZAQtBrQEhAiABIARGDfEBIAMoAgAiACAEIAFraiEFIAEgAGtBAWohBgJAA0AgAS0AACAAQdfUAGotAABHDR4gAEEBRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADPIBCyADQQA2AgAgBkEBaiEBQQsMHgsgASAERgRAQawBIQIM8QELAkACQCABLQAAQcEAaw4DACABIAsgAUEBaiEBQZABIQIM2AELIAFBAWohAUGTASECDNcBCyABIARGBEBBqwEhAgzwAQsCQAJAIAEtAABBwQBrDg8AHx8fHx8fHx8fHx8fHwEfCyABQQFqIQFBkQEhAgzXAQsgAUEBaiEBQZIBIQIM1gELIAEgBEYEQEGqASECDO8BCyABLQAAQcwARw0cIAFBAWohAUEKDBsLQakBIQIgASAERg3tASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHR1ABqLQAARw0aIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzuAQsgA0EANgIAIAZBAWohAUEeDBoLQagBIQIgASAERg3sASADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIAEtAAAgAEHK1ABqLQAARw0ZIABBBkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAztAQsgA0EANgIAIAZBAWohAUEVDBkLQacBIQIgASAERg3rASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEHH1ABqLQAARw0YIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzsAQsgA0EANgIAIAZBAWohAUEXDBgLQaYBIQIgASAERg3qASADKAIAIgAgBCABa2ohBSABIABrQQVqIQYCQANAIAEtAAAgAEHB1ABqLQAARw0XIABBBUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzrAQsgA0EANgIAIAZBAWohAUEYDBcLIAEgBEYEQEGlASECDOoBCwJAAkAgAS0AAEHJAGsOBwAZGRkZGQEZCyABQQFqIQFBiwEhAgzRAQsgAUEBaiEBQYwBIQIM0AELQaQBIQIgASAERg3oASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGm1QBqLQAARw0VIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzpAQsgA0EANgIAIAZBAWohAUEJDBULQaMBIQIgASAERg3nASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGk1QBqLQAARw0UIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzoAQsgA0EANgIAIAZBAWohAUEfDBQLQaIBIQIgASAERg3mASADKAIAIgAgBCABa2ohBSABIABrQQJqIQYCQANAIAEtAAAgAEG+1ABqLQAARw0TIABBAkYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAznAQsgA0EANgIAIAZBAWohAUECDBMLQaEBIQIgASAERg3lASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYDQCABLQAAIABBvNQAai0AAEcNESAAQQFGDQIgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM5QELIAEgBEYEQEGgASECDOUBC0EBIAEtAABB3wBHDREaIAFBAWohAUGHASECDMsBCyADQQA2AgAgBkEBaiEBQYgBIQIMygELQZ8BIQIgASAERg3iASADKAIAIgAgBCABa2ohBSABIABrQQhqIQYCQANAIAEtAAAgAEGE1QBqLQAARw0PIABBCEYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAzjAQsgA0EANgIAIAZBAWohAUEpDA8LQZ4BIQIgASAERg3hASADKAIAIgAgBCABa2ohBSABIABrQQNqIQYCQANAIAEtAAAgAEG41ABqLQAARw0OIABBA0YNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAziAQsgA0EANgIAIAZBAWohAUEtDA4LIAEgBEYEQEGdASECDOEBCyABLQAAQcUARw0OIAFBAWohAUGEASECDMcBCyABIARGBEBBnAEhAgzgAQsCQAJAIAEtAABBzABrDggADw8PDw8PAQ8LIAFBAWohAUGCASECDMcBCyABQQFqIQFBgwEhAgzGAQtBmwEhAiABIARGDd4BIAMoAgAiACAEIAFraiEFIAEgAGtBBGohBgJAA0AgAS0AACAAQbPUAGotAABHDQsgAEEERg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN8BCyADQQA2AgAgBkEBaiEBQSMMCwtBmgEhAiABIARGDd0BIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQbDUAGotAABHDQogAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADN4BCyADQQA2AgAgBkEBaiEBQQAMCgsgASAERgRAQZkBIQIM3QELAkACQCABLQAAQcgAaw4IAAwMDAwMDAEMCyABQQFqIQFB/QAhAgzEAQsgAUEBaiEBQYABIQIMwwELIAEgBEYEQEGYASECDNwBCwJAAkAgAS0AAEHOAGsOAwALAQsLIAFBAWohAUH+ACECDMMBCyABQQFqIQFB/wAhAgzCAQsgASAERgRAQZcBIQIM2wELIAEtAABB2QBHDQggAUEBaiEBQQgMBwtBlgEhAiABIARGDdkBIAMoAgAiACAEIAFraiEFIAEgAGtBA2ohBgJAA0AgAS0AACAAQazUAGotAABHDQYgAEEDRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNoBCyADQQA2AgAgBkEBaiEBQQUMBgtBlQEhAiABIARGDdgBIAMoAgAiACAEIAFraiEFIAEgAGtBBWohBgJAA0AgAS0AACAAQabUAGotAABHDQUgAEEFRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNkBCyADQQA2AgAgBkEBaiEBQRYMBQtBlAEhAiABIARGDdcBIAMoAgAiACAEIAFraiEFIAEgAGtBAmohBgJAA0AgAS0AACAAQaHVAGotAABHDQQgAEECRg0BIABBAWohACAEIAFBAWoiAUcNAAsgAyAFNgIADNgBCyADQQA2AgAgBkEBaiEBQRAMBAsgASAERgRAQZMBIQIM1wELAkACQCABLQAAQcMAaw4MAAYGBgYGBgYGBgYBBgsgAUEBaiEBQfkAIQIMvgELIAFBAWohAUH6ACECDL0BC0GSASECIAEgBEYN1QEgAygCACIAIAQgAWtqIQUgASAAa0EFaiEGAkADQCABLQAAIABBoNQAai0AAEcNAiAAQQVGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAM1gELIANBADYCACAGQQFqIQFBJAwCCyADQQA2AgAMAgsgASAERgRAQZEBIQIM1AELIAEtAABBzABHDQEgAUEBaiEBQRMLOgApIAMoAgQhACADQQA2AgQgAyAAIAEQLiIADQIMAQtBACECIANBADYCHCADIAE2AhQgA0H+HzYCECADQQY2AgwM0QELQfgAIQIMtwELIANBkAE2AhwgAyABNgIUIAMgADYCDEEAIQIMzwELQQAhAAJAIAMoAjgiAkUNACACKAJAIgJFDQAgAyACEQAAIQALIABFDQAgAEEVRg0BIANBADYCHCADIAE2AhQgA0GCDzYCECADQSA2AgxBACECDM4BC0H3ACECDLQBCyADQY8BNgIcIAMgATYCFCADQewbNgIQIANBFTYCDEEAIQIMzAELIAEgBEYEQEGPASECDMwBCwJAIAEtAABBIEYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZsfNgIQIANBBjYCDEEAIQIMzAELQQIhAgyyAQsDQCABLQAAQSBHDQIgBCABQQFqIgFHDQALQY4BIQIMygELIAEgBEYEQEGNASECDMoBCwJAIAEtAABBCWsOBEoAAEoAC0H1ACECDLABCyADLQApQQVGBEBB9gAhAgywAQtB9AAhAgyvAQsgASAERgRAQYwBIQIMyAELIANBEDYCCCADIAE2AgQMCgsgASAERgRAQYsBIQIMxwELAkAgAS0AAEEJaw4ERwAARwALQfMAIQIMrQELIAEgBEcEQCADQRA2AgggAyABNgIEQfEAIQIMrQELQYoBIQIMxQELAkAgASAERwRAA0AgAS0AAEGg0ABqLQAAIgBBA0cEQAJAIABBAWsOAkkABAtB8AAhAgyvAQsgBCABQQFqIgFHDQALQYgBIQIMxgELQYgBIQIMxQELIANBADYCHCADIAE2AhQgA0HbIDYCECADQQc2AgxBACECDMQBCyABIARGBEBBiQEhAgzEAQsCQAJAAkAgAS0AAEGg0gBqLQAAQQFrDgNGAgABC0HyACECDKwBCyADQQA2AhwgAyABNgIUIANBtBI2AhAgA0EHNgIMQQAhAgzEAQtB6gAhAgyqAQsgASAERwRAIAFBAWohAUHvACECDKoBC0GHASECDMIBCyAEIAEiAEYEQEGGASECDMIBCyAALQAAIgFBL0YEQCAAQQFqIQFB7gAhAgypAQsgAUEJayICQRdLDQEgACEBQQEgAnRBm4CABHENQQwBCyAEIAEiAEYEQEGFASECDMEBCyAALQAAQS9HDQAgAEEBaiEBDAMLQQAhAiADQQA2AhwgAyAANgIUIANB2yA2AhAgA0EHNgIMDL8BCwJAAkACQAJAAkADQCABLQAAQaDOAGotAAAiAEEFRwRAAkACQCAAQQFrDghHBQYHCAAEAQgLQesAIQIMrQELIAFBAWohAUHtACECDKwBCyAEIAFBAWoiAUcNAAtBhAEhAgzDAQsgAUEBagwUCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDMEBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDMABCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNHiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDL8BCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy+AQsgASAERgRAQYMBIQIMvgELAkAgAS0AAEGgzgBqLQAAQQFrDgg+BAUGAAgCAwcLIAFBAWohAQtBAyECDKMBCyABQQFqDA0LQQAhAiADQQA2AhwgA0HREjYCECADQQc2AgwgAyABQQFqNgIUDLoBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQdsANgIcIAMgATYCFCADIAA2AgxBACECDLkBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQd0ANgIcIAMgATYCFCADIAA2AgxBACECDLgBCyADKAIEIQAgA0EANgIEIAMgACABECwiAEUNFiADQfoANgIcIAMgATYCFCADIAA2AgxBACECDLcBCyADQQA2AhwgAyABNgIUIANB+Q82AhAgA0EHNgIMQQAhAgy2AQtB7AAhAgycAQsgASAERgRAQYIBIQIMtQELIAFBAWoMAgsgASAERgRAQYEBIQIMtAELIAFBAWoMAQsgASAERg0BIAFBAWoLIQFBBCECDJgBC0GAASECDLABCwNAIAEtAABBoMwAai0AACIAQQJHBEAgAEEBRwRAQekAIQIMmQELDDELIAQgAUEBaiIBRw0AC0H/ACECDK8BCyABIARGBEBB/gAhAgyvAQsCQCABLQAAQQlrDjcvAwYvBAYGBgYGBgYGBgYGBgYGBgYGBgUGBgIGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYGBgYABgsgAUEBagshAUEFIQIMlAELIAFBAWoMBgsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgyrAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgyqAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQggA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgypAQsgA0EANgIcIAMgATYCFCADQY0UNgIQIANBBzYCDEEAIQIMqAELAkACQAJAAkADQCABLQAAQaDKAGotAAAiAEEFRwRAAkAgAEEBaw4GLgMEBQYABgtB6AAhAgyUAQsgBCABQQFqIgFHDQALQf0AIQIMqwELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB2wA2AhwgAyABNgIUIAMgADYCDEEAIQIMqgELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB3QA2AhwgAyABNgIUIAMgADYCDEEAIQIMqQELIAMoAgQhACADQQA2AgQgAyAAIAEQLCIARQ0HIANB+gA2AhwgAyABNgIUIAMgADYCDEEAIQIMqAELIANBADYCHCADIAE2AhQgA0HkCDYCECADQQc2AgxBACECDKcBCyABIARGDQEgAUEBagshAUEGIQIMjAELQfwAIQIMpAELAkACQAJAAkADQCABLQAAQaDIAGotAAAiAEEFRwRAIABBAWsOBCkCAwQFCyAEIAFBAWoiAUcNAAtB+wAhAgynAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HbADYCHCADIAE2AhQgAyAANgIMQQAhAgymAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0HdADYCHCADIAE2AhQgAyAANgIMQQAhAgylAQsgAygCBCEAIANBADYCBCADIAAgARAsIgBFDQMgA0H6ADYCHCADIAE2AhQgAyAANgIMQQAhAgykAQsgA0EANgIcIAMgATYCFCADQbwKNgIQIANBBzYCDEEAIQIMowELQc8AIQIMiQELQdEAIQIMiAELQecAIQIMhwELIAEgBEYEQEH6ACECDKABCwJAIAEtAABBCWsOBCAAACAACyABQQFqIQFB5gAhAgyGAQsgASAERgRAQfkAIQIMnwELAkAgAS0AAEEJaw4EHwAAHwALQQAhAAJAIAMoAjgiAkUNACACKAI4IgJFDQAgAyACEQAAIQALIABFBEBB4gEhAgyGAQsgAEEVRwRAIANBADYCHCADIAE2AhQgA0HJDTYCECADQRo2AgxBACECDJ8BCyADQfgANgIcIAMgATYCFCADQeoaNgIQIANBFTYCDEEAIQIMngELIAEgBEcEQCADQQ02AgggAyABNgIEQeQAIQIMhQELQfcAIQIMnQELIAEgBEYEQEH2ACECDJ0BCwJAAkACQCABLQAAQcgAaw4LAAELCwsLCwsLCwILCyABQQFqIQFB3QAhAgyFAQsgAUEBaiEBQeAAIQIMhAELIAFBAWohAUHjACECDIMBC0H1ACECIAEgBEYNmwEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBtdUAai0AAEcNCCAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMnAELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgAEQCADQfQANgIcIAMgATYCFCADIAA2AgxBACECDJwBC0HiACECDIIBC0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMnAELQeEAIQIMggELIANB8wA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyaAQsgAy0AKSIAQSNrQQtJDQkCQCAAQQZLDQBBASAAdEHKAHFFDQAMCgtBACECIANBADYCHCADIAE2AhQgA0HtCTYCECADQQg2AgwMmQELQfIAIQIgASAERg2YASADKAIAIgAgBCABa2ohBSABIABrQQFqIQYCQANAIAEtAAAgAEGz1QBqLQAARw0FIABBAUYNASAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAyZAQsgAygCBCEAIANCADcDACADIAAgBkEBaiIBECsiAARAIANB8QA2AhwgAyABNgIUIAMgADYCDEEAIQIMmQELQd8AIQIMfwtBACEAAkAgAygCOCICRQ0AIAIoAjQiAkUNACADIAIRAAAhAAsCQCAABEAgAEEVRg0BIANBADYCHCADIAE2AhQgA0HqDTYCECADQSY2AgxBACECDJkBC0HeACECDH8LIANB8AA2AhwgAyABNgIUIANBgBs2AhAgA0EVNgIMQQAhAgyXAQsgAy0AKUEhRg0GIANBADYCHCADIAE2AhQgA0GRCjYCECADQQg2AgxBACECDJYBC0HvACECIAEgBEYNlQEgAygCACIAIAQgAWtqIQUgASAAa0ECaiEGAkADQCABLQAAIABBsNUAai0AAEcNAiAAQQJGDQEgAEEBaiEAIAQgAUEBaiIBRw0ACyADIAU2AgAMlgELIAMoAgQhACADQgA3AwAgAyAAIAZBAWoiARArIgBFDQIgA0HtADYCHCADIAE2AhQgAyAANgIMQQAhAgyVAQsgA0EANgIACyADKAIEIQAgA0EANgIEIAMgACABECsiAEUNgAEgA0HuADYCHCADIAE2AhQgAyAANgIMQQAhAgyTAQtB3AAhAgx5C0EAIQACQCADKAI4IgJFDQAgAigCNCICRQ0AIAMgAhEAACEACwJAIAAEQCAAQRVGDQEgA0EANgIcIAMgATYCFCADQeoNNgIQIANBJjYCDEEAIQIMkwELQdsAIQIMeQsgA0HsADYCHCADIAE2AhQgA0GAGzYCECADQRU2AgxBACECDJEBCyADLQApIgBBI0kNACAAQS5GDQAgA0EANgIcIAMgATYCFCADQckJNgIQIANBCDYCDEEAIQIMkAELQdoAIQIMdgsgASAERgRAQesAIQIMjwELAkAgAS0AAEEvRgRAIAFBAWohAQwBCyADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMQQAhAgyPAQtB2QAhAgx1CyABIARHBEAgA0EONgIIIAMgATYCBEHYACECDHULQeoAIQIMjQELIAEgBEYEQEHpACECDI0BCyABLQAAQTBrIgBB/wFxQQpJBEAgAyAAOgAqIAFBAWohAUHXACECDHQLIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ16IANB6AA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAEgBEYEQEHnACECDIwBCwJAIAEtAABBLkYEQCABQQFqIQEMAQsgAygCBCEAIANBADYCBCADIAAgARAvIgBFDXsgA0HmADYCHCADIAE2AhQgAyAANgIMQQAhAgyMAQtB1gAhAgxyCyABIARGBEBB5QAhAgyLAQtBACEAQQEhBUEBIQdBACECAkACQAJAAkACQAJ/AkACQAJAAkACQAJAAkAgAS0AAEEwaw4KCgkAAQIDBAUGCAsLQQIMBgtBAwwFC0EEDAQLQQUMAwtBBgwCC0EHDAELQQgLIQJBACEFQQAhBwwCC0EJIQJBASEAQQAhBUEAIQcMAQtBACEFQQEhAgsgAyACOgArIAFBAWohAQJAAkAgAy0ALkEQcQ0AAkACQAJAIAMtACoOAwEAAgQLIAdFDQMMAgsgAA0BDAILIAVFDQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ0CIANB4gA2AhwgAyABNgIUIAMgADYCDEEAIQIMjQELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ19IANB4wA2AhwgAyABNgIUIAMgADYCDEEAIQIMjAELIAMoAgQhACADQQA2AgQgAyAAIAEQLyIARQ17IANB5AA2AhwgAyABNgIUIAMgADYCDAyLAQtB1AAhAgxxCyADLQApQSJGDYYBQdMAIQIMcAtBACEAAkAgAygCOCICRQ0AIAIoAkQiAkUNACADIAIRAAAhAAsgAEUEQEHVACECDHALIABBFUcEQCADQQA2AhwgAyABNgIUIANBpA02AhAgA0EhNgIMQQAhAgyJAQsgA0HhADYCHCADIAE2AhQgA0HQGjYCECADQRU2AgxBACECDIgBCyABIARGBEBB4AAhAgyIAQsCQAJAAkACQAJAIAEtAABBCmsOBAEEBAAECyABQQFqIQEMAQsgAUEBaiEBIANBL2otAABBAXFFDQELQdIAIQIMcAsgA0EANgIcIAMgATYCFCADQbYRNgIQIANBCTYCDEEAIQIMiAELIANBADYCHCADIAE2AhQgA0G2ETYCECADQQk2AgxBACECDIcBCyABIARGBEBB3wAhAgyHAQsgAS0AAEEKRgRAIAFBAWohAQwJCyADLQAuQcAAcQ0IIANBADYCHCADIAE2AhQgA0G2ETYCECADQQI2AgxBACECDIYBCyABIARGBEBB3QAhAgyGAQsgAS0AACICQQ1GBEAgAUEBaiEBQdAAIQIMbQsgASEAIAJBCWsOBAUBAQUBCyAEIAEiAEYEQEHcACECDIUBCyAALQAAQQpHDQAgAEEBagwCC0EAIQIgA0EANgIcIAMgADYCFCADQcotNgIQIANBBzYCDAyDAQsgASAERgRAQdsAIQIMgwELAkAgAS0AAEEJaw4EAwAAAwALIAFBAWoLIQFBzgAhAgxoCyABIARGBEBB2gAhAgyBAQsgAS0AAEEJaw4EAAEBAAELQQAhAiADQQA2AhwgA0GaEjYCECADQQc2AgwgAyABQQFqNgIUDH8LIANBgBI7ASpBACEAAkAgAygCOCICRQ0AIAIoAjgiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HZADYCHCADIAE2AhQgA0HqGjYCECADQRU2AgxBACECDH4LQc0AIQIMZAsgA0EANgIcIAMgATYCFCADQckNNgIQIANBGjYCDEEAIQIMfAsgASAERgRAQdkAIQIMfAsgAS0AAEEgRw09IAFBAWohASADLQAuQQFxDT0gA0EANgIcIAMgATYCFCADQcIcNgIQIANBHjYCDEEAIQIMewsgASAERgRAQdgAIQIMewsCQAJAAkACQAJAIAEtAAAiAEEKaw4EAgMDAAELIAFBAWohAUEsIQIMZQsgAEE6Rw0BIANBADYCHCADIAE2AhQgA0HnETYCECADQQo2AgxBACECDH0LIAFBAWohASADQS9qLQAAQQFxRQ1zIAMtADJBgAFxRQRAIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsCQAJAIAAOFk1MSwEBAQEBAQEBAQEBAQEBAQEBAQABCyADQSk2AhwgAyABNgIUIANBrBk2AhAgA0EVNgIMQQAhAgx+CyADQQA2AhwgAyABNgIUIANB5Qs2AhAgA0ERNgIMQQAhAgx9C0EAIQACQCADKAI4IgJFDQAgAigCXCICRQ0AIAMgAhEAACEACyAARQ1ZIABBFUcNASADQQU2AhwgAyABNgIUIANBmxs2AhAgA0EVNgIMQQAhAgx8C0HLACECDGILQQAhAiADQQA2AhwgAyABNgIUIANBkA42AhAgA0EUNgIMDHoLIAMgAy8BMkGAAXI7ATIMOwsgASAERwRAIANBETYCCCADIAE2AgRBygAhAgxgC0HXACECDHgLIAEgBEYEQEHWACECDHgLAkACQAJAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXFB4wBrDhMAQEBAQEBAQEBAQEBAAUBAQAIDQAsgAUEBaiEBQcYAIQIMYQsgAUEBaiEBQccAIQIMYAsgAUEBaiEBQcgAIQIMXwsgAUEBaiEBQckAIQIMXgtB1QAhAiAEIAEiAEYNdiAEIAFrIAMoAgAiAWohBiAAIAFrQQVqIQcDQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQhBBCABQQVGDQoaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHYLQdQAIQIgBCABIgBGDXUgBCABayADKAIAIgFqIQYgACABa0EPaiEHA0AgAUGAyABqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0HQQMgAUEPRg0JGiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAx1C0HTACECIAQgASIARg10IAQgAWsgAygCACIBaiEGIAAgAWtBDmohBwNAIAFB4scAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNBiABQQ5GDQcgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMdAtB0gAhAiAEIAEiAEYNcyAEIAFrIAMoAgAiAWohBSAAIAFrQQFqIQYDQCABQeDHAGotAAAgAC0AACIHQSByIAcgB0HBAGtB/wFxQRpJG0H/AXFHDQUgAUEBRg0CIAFBAWohASAEIABBAWoiAEcNAAsgAyAFNgIADHMLIAEgBEYEQEHRACECDHMLAkACQCABLQAAIgBBIHIgACAAQcEAa0H/AXFBGkkbQf8BcUHuAGsOBwA5OTk5OQE5CyABQQFqIQFBwwAhAgxaCyABQQFqIQFBxAAhAgxZCyADQQA2AgAgBkEBaiEBQcUAIQIMWAtB0AAhAiAEIAEiAEYNcCAEIAFrIAMoAgAiAWohBiAAIAFrQQlqIQcDQCABQdbHAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQJBAiABQQlGDQQaIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADHALQc8AIQIgBCABIgBGDW8gBCABayADKAIAIgFqIQYgACABa0EFaiEHA0AgAUHQxwBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBBUYNAiABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxvCyAAIQEgA0EANgIADDMLQQELOgAsIANBADYCACAHQQFqIQELQS0hAgxSCwJAA0AgAS0AAEHQxQBqLQAAQQFHDQEgBCABQQFqIgFHDQALQc0AIQIMawtBwgAhAgxRCyABIARGBEBBzAAhAgxqCyABLQAAQTpGBEAgAygCBCEAIANBADYCBCADIAAgARAwIgBFDTMgA0HLADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxqCyADQQA2AhwgAyABNgIUIANB5xE2AhAgA0EKNgIMQQAhAgxpCwJAAkAgAy0ALEECaw4CAAEnCyADQTNqLQAAQQJxRQ0mIAMtAC5BAnENJiADQQA2AhwgAyABNgIUIANBphQ2AhAgA0ELNgIMQQAhAgxpCyADLQAyQSBxRQ0lIAMtAC5BAnENJSADQQA2AhwgAyABNgIUIANBvRM2AhAgA0EPNgIMQQAhAgxoC0EAIQACQCADKAI4IgJFDQAgAigCSCICRQ0AIAMgAhEAACEACyAARQRAQcEAIQIMTwsgAEEVRwRAIANBADYCHCADIAE2AhQgA0GmDzYCECADQRw2AgxBACECDGgLIANBygA2AhwgAyABNgIUIANBhRw2AhAgA0EVNgIMQQAhAgxnCyABIARHBEAgASECA0AgBCACIgFrQRBOBEAgAUEQaiEC/Qz/////////////////////IAH9AAAAIg1BB/1sIA39DODg4ODg4ODg4ODg4ODg4OD9bv0MX19fX19fX19fX19fX19fX/0mIA39DAkJCQkJCQkJCQkJCQkJCQn9I/1Q/VL9ZEF/c2giAEEQRg0BIAAgAWohAQwYCyABIARGBEBBxAAhAgxpCyABLQAAQcDBAGotAABBAUcNFyAEIAFBAWoiAkcNAAtBxAAhAgxnC0HEACECDGYLIAEgBEcEQANAAkAgAS0AACIAQSByIAAgAEHBAGtB/wFxQRpJG0H/AXEiAEEJRg0AIABBIEYNAAJAAkACQAJAIABB4wBrDhMAAwMDAwMDAwEDAwMDAwMDAwMCAwsgAUEBaiEBQTYhAgxSCyABQQFqIQFBNyECDFELIAFBAWohAUE4IQIMUAsMFQsgBCABQQFqIgFHDQALQTwhAgxmC0E8IQIMZQsgASAERgRAQcgAIQIMZQsgA0ESNgIIIAMgATYCBAJAAkACQAJAAkAgAy0ALEEBaw4EFAABAgkLIAMtADJBIHENA0HgASECDE8LAkAgAy8BMiIAQQhxRQ0AIAMtAChBAUcNACADLQAuQQhxRQ0CCyADIABB9/sDcUGABHI7ATIMCwsgAyADLwEyQRByOwEyDAQLIANBADYCBCADIAEgARAxIgAEQCADQcEANgIcIAMgADYCDCADIAFBAWo2AhRBACECDGYLIAFBAWohAQxYCyADQQA2AhwgAyABNgIUIANB9BM2AhAgA0EENgIMQQAhAgxkC0HHACECIAEgBEYNYyADKAIAIgAgBCABa2ohBSABIABrQQZqIQYCQANAIABBwMUAai0AACABLQAAQSByRw0BIABBBkYNSiAAQQFqIQAgBCABQQFqIgFHDQALIAMgBTYCAAxkCyADQQA2AgAMBQsCQCABIARHBEADQCABLQAAQcDDAGotAAAiAEEBRwRAIABBAkcNAyABQQFqIQEMBQsgBCABQQFqIgFHDQALQcUAIQIMZAtBxQAhAgxjCwsgA0EAOgAsDAELQQshAgxHC0E/IQIMRgsCQAJAA0AgAS0AACIAQSBHBEACQCAAQQprDgQDBQUDAAsgAEEsRg0DDAQLIAQgAUEBaiIBRw0AC0HGACECDGALIANBCDoALAwOCyADLQAoQQFHDQIgAy0ALkEIcQ0CIAMoAgQhACADQQA2AgQgAyAAIAEQMSIABEAgA0HCADYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxfCyABQQFqIQEMUAtBOyECDEQLAkADQCABLQAAIgBBIEcgAEEJR3ENASAEIAFBAWoiAUcNAAtBwwAhAgxdCwtBPCECDEILAkACQCABIARHBEADQCABLQAAIgBBIEcEQCAAQQprDgQDBAQDBAsgBCABQQFqIgFHDQALQT8hAgxdC0E/IQIMXAsgAyADLwEyQSByOwEyDAoLIAMoAgQhACADQQA2AgQgAyAAIAEQMSIARQ1OIANBPjYCHCADIAE2AhQgAyAANgIMQQAhAgxaCwJAIAEgBEcEQANAIAEtAABBwMMAai0AACIAQQFHBEAgAEECRg0DDAwLIAQgAUEBaiIBRw0AC0E3IQIMWwtBNyECDFoLIAFBAWohAQwEC0E7IQIgBCABIgBGDVggBCABayADKAIAIgFqIQYgACABa0EFaiEHAkADQCABQZDIAGotAAAgAC0AACIFQSByIAUgBUHBAGtB/wFxQRpJG0H/AXFHDQEgAUEFRgRAQQchAQw/CyABQQFqIQEgBCAAQQFqIgBHDQALIAMgBjYCAAxZCyADQQA2AgAgACEBDAULQTohAiAEIAEiAEYNVyAEIAFrIAMoAgAiAWohBiAAIAFrQQhqIQcCQANAIAFBtMEAai0AACAALQAAIgVBIHIgBSAFQcEAa0H/AXFBGkkbQf8BcUcNASABQQhGBEBBBSEBDD4LIAFBAWohASAEIABBAWoiAEcNAAsgAyAGNgIADFgLIANBADYCACAAIQEMBAtBOSECIAQgASIARg1WIAQgAWsgAygCACIBaiEGIAAgAWtBA2ohBwJAA0AgAUGwwQBqLQAAIAAtAAAiBUEgciAFIAVBwQBrQf8BcUEaSRtB/wFxRw0BIAFBA0YEQEEGIQEMPQsgAUEBaiEBIAQgAEEBaiIARw0ACyADIAY2AgAMVwsgA0EANgIAIAAhAQwDCwJAA0AgAS0AACIAQSBHBEAgAEEKaw4EBwQEBwILIAQgAUEBaiIBRw0AC0E4IQIMVgsgAEEsRw0BIAFBAWohAEEBIQECQAJAAkACQAJAIAMtACxBBWsOBAMBAgQACyAAIQEMBAtBAiEBDAELQQQhAQsgA0EBOgAsIAMgAy8BMiABcjsBMiAAIQEMAQsgAyADLwEyQQhyOwEyIAAhAQtBPiECDDsLIANBADoALAtBOSECDDkLIAEgBEYEQEE2IQIMUgsCQAJAAkACQAJAIAEtAABBCmsOBAACAgECCyADKAIEIQAgA0EANgIEIAMgACABEDEiAEUNAiADQTM2AhwgAyABNgIUIAMgADYCDEEAIQIMVQsgAygCBCEAIANBADYCBCADIAAgARAxIgBFBEAgAUEBaiEBDAYLIANBMjYCHCADIAA2AgwgAyABQQFqNgIUQQAhAgxUCyADLQAuQQFxBEBB3wEhAgw7CyADKAIEIQAgA0EANgIEIAMgACABEDEiAA0BDEkLQTQhAgw5CyADQTU2AhwgAyABNgIUIAMgADYCDEEAIQIMUQtBNSECDDcLIANBL2otAABBAXENACADQQA2AhwgAyABNgIUIANB6xY2AhAgA0EZNgIMQQAhAgxPC0EzIQIMNQsgASAERgRAQTIhAgxOCwJAIAEtAABBCkYEQCABQQFqIQEMAQsgA0EANgIcIAMgATYCFCADQZIXNgIQIANBAzYCDEEAIQIMTgtBMiECDDQLIAEgBEYEQEExIQIMTQsCQCABLQAAIgBBCUYNACAAQSBGDQBBASECAkAgAy0ALEEFaw4EBgQFAA0LIAMgAy8BMkEIcjsBMgwMCyADLQAuQQFxRQ0BIAMtACxBCEcNACADQQA6ACwLQT0hAgwyCyADQQA2AhwgAyABNgIUIANBwhY2AhAgA0EKNgIMQQAhAgxKC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyDAYLIAEgBEYEQEEwIQIMRwsgAS0AAEEKRgRAIAFBAWohAQwBCyADLQAuQQFxDQAgA0EANgIcIAMgATYCFCADQdwoNgIQIANBAjYCDEEAIQIMRgtBMCECDCwLIAFBAWohAUExIQIMKwsgASAERgRAQS8hAgxECyABLQAAIgBBCUcgAEEgR3FFBEAgAUEBaiEBIAMtAC5BAXENASADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMQQAhAgxEC0EBIQICQAJAAkACQAJAAkAgAy0ALEECaw4HBQQEAwECAAQLIAMgAy8BMkEIcjsBMgwDC0ECIQIMAQtBBCECCyADQQE6ACwgAyADLwEyIAJyOwEyC0EvIQIMKwsgA0EANgIcIAMgATYCFCADQYQTNgIQIANBCzYCDEEAIQIMQwtB4QEhAgwpCyABIARGBEBBLiECDEILIANBADYCBCADQRI2AgggAyABIAEQMSIADQELQS4hAgwnCyADQS02AhwgAyABNgIUIAMgADYCDEEAIQIMPwtBACEAAkAgAygCOCICRQ0AIAIoAkwiAkUNACADIAIRAAAhAAsgAEUNACAAQRVHDQEgA0HYADYCHCADIAE2AhQgA0GzGzYCECADQRU2AgxBACECDD4LQcwAIQIMJAsgA0EANgIcIAMgATYCFCADQbMONgIQIANBHTYCDEEAIQIMPAsgASAERgRAQc4AIQIMPAsgAS0AACIAQSBGDQIgAEE6Rg0BCyADQQA6ACxBCSECDCELIAMoAgQhACADQQA2AgQgAyAAIAEQMCIADQEMAgsgAy0ALkEBcQRAQd4BIQIMIAsgAygCBCEAIANBADYCBCADIAAgARAwIgBFDQIgA0EqNgIcIAMgADYCDCADIAFBAWo2AhRBACECDDgLIANBywA2AhwgAyAANgIMIAMgAUEBajYCFEEAIQIMNwsgAUEBaiEBQcAAIQIMHQsgAUEBaiEBDCwLIAEgBEYEQEErIQIMNQsCQCABLQAAQQpGBEAgAUEBaiEBDAELIAMtAC5BwABxRQ0GCyADLQAyQYABcQRAQQAhAAJAIAMoAjgiAkUNACACKAJcIgJFDQAgAyACEQAAIQALIABFDRIgAEEVRgRAIANBBTYCHCADIAE2AhQgA0GbGzYCECADQRU2AgxBACECDDYLIANBADYCHCADIAE2AhQgA0GQDjYCECADQRQ2AgxBACECDDULIANBMmohAiADEDVBACEAAkAgAygCOCIGRQ0AIAYoAigiBkUNACADIAYRAAAhAAsgAA4WAgEABAQEBAQEBAQEBAQEBAQEBAQEAwQLIANBAToAMAsgAiACLwEAQcAAcjsBAAtBKyECDBgLIANBKTYCHCADIAE2AhQgA0GsGTYCECADQRU2AgxBACECDDALIANBADYCHCADIAE2AhQgA0HlCzYCECADQRE2AgxBACECDC8LIANBADYCHCADIAE2AhQgA0GlCzYCECADQQI2AgxBACECDC4LQQEhByADLwEyIgVBCHFFBEAgAykDIEIAUiEHCwJAIAMtADAEQEEBIQAgAy0AKUEFRg0BIAVBwABxRSAHcUUNAQsCQCADLQAoIgJBAkYEQEEBIQAgAy8BNCIGQeUARg0CQQAhACAFQcAAcQ0CIAZB5ABGDQIgBkHmAGtBAkkNAiAGQcwBRg0CIAZBsAJGDQIMAQtBACEAIAVBwABxDQELQQIhACAFQQhxDQAgBUGABHEEQAJAIAJBAUcNACADLQAuQQpxDQBBBSEADAILQQQhAAwBCyAFQSBxRQRAIAMQNkEAR0ECdCEADAELQQBBAyADKQMgUBshAAsgAEEBaw4FAgAHAQMEC0ERIQIMEwsgA0EBOgAxDCkLQQAhAgJAIAMoAjgiAEUNACAAKAIwIgBFDQAgAyAAEQAAIQILIAJFDSYgAkEVRgRAIANBAzYCHCADIAE2AhQgA0HSGzYCECADQRU2AgxBACECDCsLQQAhAiADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMDCoLIANBADYCHCADIAE2AhQgA0H5IDYCECADQQ82AgxBACECDCkLQQAhAAJAIAMoAjgiAkUNACACKAIwIgJFDQAgAyACEQAAIQALIAANAQtBDiECDA4LIABBFUYEQCADQQI2AhwgAyABNgIUIANB0hs2AhAgA0EVNgIMQQAhAgwnCyADQQA2AhwgAyABNgIUIANB3Q42AhAgA0ESNgIMQQAhAgwmC0EqIQIMDAsgASAERwRAIANBCTYCCCADIAE2AgRBKSECDAwLQSYhAgwkCyADIAMpAyAiDCAEIAFrrSIKfSILQgAgCyAMWBs3AyAgCiAMVARAQSUhAgwkCyADKAIEIQAgA0EANgIEIAMgACABIAynaiIBEDIiAEUNACADQQU2AhwgAyABNgIUIAMgADYCDEEAIQIMIwtBDyECDAkLQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQCABLQAAQTBrDjcXFgABAgMEBQYHFBQUFBQUFAgJCgsMDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUDg8QERITFAtCAiEKDBYLQgMhCgwVC0IEIQoMFAtCBSEKDBMLQgYhCgwSC0IHIQoMEQtCCCEKDBALQgkhCgwPC0IKIQoMDgtCCyEKDA0LQgwhCgwMC0INIQoMCwtCDiEKDAoLQg8hCgwJC0IKIQoMCAtCCyEKDAcLQgwhCgwGC0INIQoMBQtCDiEKDAQLQg8hCgwDCyADQQA2AhwgAyABNgIUIANBnxU2AhAgA0EMNgIMQQAhAgwhCyABIARGBEBBIiECDCELQgAhCgJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAS0AAEEwaw43FRQAAQIDBAUGBxYWFhYWFhYICQoLDA0WFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFg4PEBESExYLQgIhCgwUC0IDIQoMEwtCBCEKDBILQgUhCgwRC0IGIQoMEAtCByEKDA8LQgghCgwOC0IJIQoMDQtCCiEKDAwLQgshCgwLC0IMIQoMCgtCDSEKDAkLQg4hCgwIC0IPIQoMBwtCCiEKDAYLQgshCgwFC0IMIQoMBAtCDSEKDAMLQg4hCgwCC0IPIQoMAQtCASEKCyABQQFqIQEgAykDICILQv//////////D1gEQCADIAtCBIYgCoQ3AyAMAgsgA0EANgIcIAMgATYCFCADQbUJNgIQIANBDDYCDEEAIQIMHgtBJyECDAQLQSghAgwDCyADIAE6ACwgA0EANgIAIAdBAWohAUEMIQIMAgsgA0EANgIAIAZBAWohAUEKIQIMAQsgAUEBaiEBQQghAgwACwALQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBcLQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBYLQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBULQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDBQLQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDBMLQQAhAiADQQA2AhwgAyABNgIUIANBsjg2AhAgA0EINgIMDBILQQAhAiADQQA2AhwgAyABNgIUIANBgxE2AhAgA0EJNgIMDBELQQAhAiADQQA2AhwgAyABNgIUIANB3wo2AhAgA0EJNgIMDBALQQAhAiADQQA2AhwgAyABNgIUIANB7RA2AhAgA0EJNgIMDA8LQQAhAiADQQA2AhwgAyABNgIUIANB0hE2AhAgA0EJNgIMDA4LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDA0LQQAhAiADQQA2AhwgAyABNgIUIANBuRc2AhAgA0EPNgIMDAwLQQAhAiADQQA2AhwgAyABNgIUIANBmRM2AhAgA0ELNgIMDAsLQQAhAiADQQA2AhwgAyABNgIUIANBnQk2AhAgA0ELNgIMDAoLQQAhAiADQQA2AhwgAyABNgIUIANBlxA2AhAgA0EKNgIMDAkLQQAhAiADQQA2AhwgAyABNgIUIANBsRA2AhAgA0EKNgIMDAgLQQAhAiADQQA2AhwgAyABNgIUIANBux02AhAgA0ECNgIMDAcLQQAhAiADQQA2AhwgAyABNgIUIANBlhY2AhAgA0ECNgIMDAYLQQAhAiADQQA2AhwgAyABNgIUIANB+Rg2AhAgA0ECNgIMDAULQQAhAiADQQA2AhwgAyABNgIUIANBxBg2AhAgA0ECNgIMDAQLIANBAjYCHCADIAE2AhQgA0GpHjYCECADQRY2AgxBACECDAMLQd4AIQIgASAERg0CIAlBCGohByADKAIAIQUCQAJAIAEgBEcEQCAFQZbIAGohCCAEIAVqIAFrIQYgBUF/c0EKaiIFIAFqIQADQCABLQAAIAgtAABHBEBBAiEIDAMLIAVFBEBBACEIIAAhAQwDCyAFQQFrIQUgCEEBaiEIIAQgAUEBaiIBRw0ACyAGIQUgBCEBCyAHQQE2AgAgAyAFNgIADAELIANBADYCACAHIAg2AgALIAcgATYCBCAJKAIMIQACQAJAIAkoAghBAWsOAgQBAAsgA0EANgIcIANBwh42AhAgA0EXNgIMIAMgAEEBajYCFEEAIQIMAwsgA0EANgIcIAMgADYCFCADQdceNgIQIANBCTYCDEEAIQIMAgsgASAERgRAQSghAgwCCyADQQk2AgggAyABNgIEQSchAgwBCyABIARGBEBBASECDAELA0ACQAJAAkAgAS0AAEEKaw4EAAEBAAELIAFBAWohAQwBCyABQQFqIQEgAy0ALkEgcQ0AQQAhAiADQQA2AhwgAyABNgIUIANBoSE2AhAgA0EFNgIMDAILQQEhAiABIARHDQALCyAJQRBqJAAgAkUEQCADKAIMIQAMAQsgAyACNgIcQQAhACADKAIEIgFFDQAgAyABIAQgAygCCBEBACIBRQ0AIAMgBDYCFCADIAE2AgwgASEACyAAC74CAQJ/IABBADoAACAAQeQAaiIBQQFrQQA6AAAgAEEAOgACIABBADoAASABQQNrQQA6AAAgAUECa0EAOgAAIABBADoAAyABQQRrQQA6AABBACAAa0EDcSIBIABqIgBBADYCAEHkACABa0F8cSICIABqIgFBBGtBADYCAAJAIAJBCUkNACAAQQA2AgggAEEANgIEIAFBCGtBADYCACABQQxrQQA2AgAgAkEZSQ0AIABBADYCGCAAQQA2AhQgAEEANgIQIABBADYCDCABQRBrQQA2AgAgAUEUa0EANgIAIAFBGGtBADYCACABQRxrQQA2AgAgAiAAQQRxQRhyIgJrIgFBIEkNACAAIAJqIQADQCAAQgA3AxggAEIANwMQIABCADcDCCAAQgA3AwAgAEEgaiEAIAFBIGsiAUEfSw0ACwsLVgEBfwJAIAAoAgwNAAJAAkACQAJAIAAtADEOAwEAAwILIAAoAjgiAUUNACABKAIwIgFFDQAgACABEQAAIgENAwtBAA8LAAsgAEHKGTYCEEEOIQELIAELGgAgACgCDEUEQCAAQd4fNgIQIABBFTYCDAsLFAAgACgCDEEVRgRAIABBADYCDAsLFAAgACgCDEEWRgRAIABBADYCDAsLBwAgACgCDAsHACAAKAIQCwkAIAAgATYCEAsHACAAKAIUCysAAkAgAEEnTw0AQv//////CSAArYhCAYNQDQAgAEECdEHQOGooAgAPCwALFwAgAEEvTwRAAAsgAEECdEHsOWooAgALvwkBAX9B9C0hAQJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAIABB5ABrDvQDY2IAAWFhYWFhYQIDBAVhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhBgcICQoLDA0OD2FhYWFhEGFhYWFhYWFhYWFhEWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYRITFBUWFxgZGhthYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2YTc4OTphYWFhYWFhYTthYWE8YWFhYT0+P2FhYWFhYWFhQGFhQWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYUJDREVGR0hJSktMTU5PUFFSU2FhYWFhYWFhVFVWV1hZWlthXF1hYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFeYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhX2BhC0HqLA8LQZgmDwtB7TEPC0GgNw8LQckpDwtBtCkPC0GWLQ8LQesrDwtBojUPC0HbNA8LQeApDwtB4yQPC0HVJA8LQe4kDwtB5iUPC0HKNA8LQdA3DwtBqjUPC0H1LA8LQfYmDwtBgiIPC0HyMw8LQb4oDwtB5zcPC0HNIQ8LQcAhDwtBuCUPC0HLJQ8LQZYkDwtBjzQPC0HNNQ8LQd0qDwtB7jMPC0GcNA8LQZ4xDwtB9DUPC0HlIg8LQa8lDwtBmTEPC0GyNg8LQfk2DwtBxDIPC0HdLA8LQYIxDwtBwTEPC0GNNw8LQckkDwtB7DYPC0HnKg8LQcgjDwtB4iEPC0HJNw8LQaUiDwtBlCIPC0HbNg8LQd41DwtBhiYPC0G8Kw8LQYsyDwtBoCMPC0H2MA8LQYAsDwtBiSsPC0GkJg8LQfIjDwtBgSgPC0GrMg8LQesnDwtBwjYPC0GiJA8LQc8qDwtB3CMPC0GHJw8LQeQ0DwtBtyIPC0GtMQ8LQdUiDwtBrzQPC0HeJg8LQdYyDwtB9DQPC0GBOA8LQfQ3DwtBkjYPC0GdJw8LQYIpDwtBjSMPC0HXMQ8LQb01DwtBtDcPC0HYMA8LQbYnDwtBmjgPC0GnKg8LQcQnDwtBriMPC0H1Ig8LAAtByiYhAQsgAQsXACAAIAAvAS5B/v8DcSABQQBHcjsBLgsaACAAIAAvAS5B/f8DcSABQQBHQQF0cjsBLgsaACAAIAAvAS5B+/8DcSABQQBHQQJ0cjsBLgsaACAAIAAvAS5B9/8DcSABQQBHQQN0cjsBLgsaACAAIAAvAS5B7/8DcSABQQBHQQR0cjsBLgsaACAAIAAvAS5B3/8DcSABQQBHQQV0cjsBLgsaACAAIAAvAS5Bv/8DcSABQQBHQQZ0cjsBLgsaACAAIAAvAS5B//4DcSABQQBHQQd0cjsBLgsaACAAIAAvAS5B//0DcSABQQBHQQh0cjsBLgsaACAAIAAvAS5B//sDcSABQQBHQQl0cjsBLgs+AQJ/AkAgACgCOCIDRQ0AIAMoAgQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeESNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAggiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfwRNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAgwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQewKNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQfoeNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQcsQNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhgiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQbcfNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAhwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQb8VNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiwiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQf4INgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiAiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQYwdNgIQQRghBAsgBAs+AQJ/AkAgACgCOCIDRQ0AIAMoAiQiA0UNACAAIAEgAiABayADEQEAIgRBf0cNACAAQeYVNgIQQRghBAsgBAs4ACAAAn8gAC8BMkEUcUEURgRAQQEgAC0AKEEBRg0BGiAALwE0QeUARgwBCyAALQApQQVGCzoAMAtZAQJ/AkAgAC0AKEEBRg0AIAAvATQiAUHkAGtB5ABJDQAgAUHMAUYNACABQbACRg0AIAAvATIiAEHAAHENAEEBIQIgAEGIBHFBgARGDQAgAEEocUUhAgsgAguMAQECfwJAAkACQCAALQAqRQ0AIAAtACtFDQAgAC8BMiIBQQJxRQ0BDAILIAAvATIiAUEBcUUNAQtBASECIAAtAChBAUYNACAALwE0IgBB5ABrQeQASQ0AIABBzAFGDQAgAEGwAkYNACABQcAAcQ0AQQAhAiABQYgEcUGABEYNACABQShxQQBHIQILIAILcwAgAEEQav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAP0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEwav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEEgav0MAAAAAAAAAAAAAAAAAAAAAP0LAwAgAEH9ATYCHAsGACAAEDoLmi0BC38jAEEQayIKJABB3NUAKAIAIglFBEBBnNkAKAIAIgVFBEBBqNkAQn83AgBBoNkAQoCAhICAgMAANwIAQZzZACAKQQhqQXBxQdiq1aoFcyIFNgIAQbDZAEEANgIAQYDZAEEANgIAC0GE2QBBwNkENgIAQdTVAEHA2QQ2AgBB6NUAIAU2AgBB5NUAQX82AgBBiNkAQcCmAzYCAANAIAFBgNYAaiABQfTVAGoiAjYCACACIAFB7NUAaiIDNgIAIAFB+NUAaiADNgIAIAFBiNYAaiABQfzVAGoiAzYCACADIAI2AgAgAUGQ1gBqIAFBhNYAaiICNgIAIAIgAzYCACABQYzWAGogAjYCACABQSBqIgFBgAJHDQALQczZBEGBpgM2AgBB4NUAQazZACgCADYCAEHQ1QBBgKYDNgIAQdzVAEHI2QQ2AgBBzP8HQTg2AgBByNkEIQkLAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkACQAJAAkAgAEHsAU0EQEHE1QAoAgAiBkEQIABBE2pBcHEgAEELSRsiBEEDdiIAdiIBQQNxBEACQCABQQFxIAByQQFzIgJBA3QiAEHs1QBqIgEgAEH01QBqKAIAIgAoAggiA0YEQEHE1QAgBkF+IAJ3cTYCAAwBCyABIAM2AgggAyABNgIMCyAAQQhqIQEgACACQQN0IgJBA3I2AgQgACACaiIAIAAoAgRBAXI2AgQMEQtBzNUAKAIAIgggBE8NASABBEACQEECIAB0IgJBACACa3IgASAAdHFoIgBBA3QiAkHs1QBqIgEgAkH01QBqKAIAIgIoAggiA0YEQEHE1QAgBkF+IAB3cSIGNgIADAELIAEgAzYCCCADIAE2AgwLIAIgBEEDcjYCBCAAQQN0IgAgBGshBSAAIAJqIAU2AgAgAiAEaiIEIAVBAXI2AgQgCARAIAhBeHFB7NUAaiEAQdjVACgCACEDAn9BASAIQQN2dCIBIAZxRQRAQcTVACABIAZyNgIAIAAMAQsgACgCCAsiASADNgIMIAAgAzYCCCADIAA2AgwgAyABNgIICyACQQhqIQFB2NUAIAQ2AgBBzNUAIAU2AgAMEQtByNUAKAIAIgtFDQEgC2hBAnRB9NcAaigCACIAKAIEQXhxIARrIQUgACECA0ACQCACKAIQIgFFBEAgAkEUaigCACIBRQ0BCyABKAIEQXhxIARrIgMgBUkhAiADIAUgAhshBSABIAAgAhshACABIQIMAQsLIAAoAhghCSAAKAIMIgMgAEcEQEHU1QAoAgAaIAMgACgCCCIBNgIIIAEgAzYCDAwQCyAAQRRqIgIoAgAiAUUEQCAAKAIQIgFFDQMgAEEQaiECCwNAIAIhByABIgNBFGoiAigCACIBDQAgA0EQaiECIAMoAhAiAQ0ACyAHQQA2AgAMDwtBfyEEIABBv39LDQAgAEETaiIBQXBxIQRByNUAKAIAIghFDQBBACAEayEFAkACQAJAAn9BACAEQYACSQ0AGkEfIARB////B0sNABogBEEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+agsiBkECdEH01wBqKAIAIgJFBEBBACEBQQAhAwwBC0EAIQEgBEEZIAZBAXZrQQAgBkEfRxt0IQBBACEDA0ACQCACKAIEQXhxIARrIgcgBU8NACACIQMgByIFDQBBACEFIAIhAQwDCyABIAJBFGooAgAiByAHIAIgAEEddkEEcWpBEGooAgAiAkYbIAEgBxshASAAQQF0IQAgAg0ACwsgASADckUEQEEAIQNBAiAGdCIAQQAgAGtyIAhxIgBFDQMgAGhBAnRB9NcAaigCACEBCyABRQ0BCwNAIAEoAgRBeHEgBGsiAiAFSSEAIAIgBSAAGyEFIAEgAyAAGyEDIAEoAhAiAAR/IAAFIAFBFGooAgALIgENAAsLIANFDQAgBUHM1QAoAgAgBGtPDQAgAygCGCEHIAMgAygCDCIARwRAQdTVACgCABogACADKAIIIgE2AgggASAANgIMDA4LIANBFGoiAigCACIBRQRAIAMoAhAiAUUNAyADQRBqIQILA0AgAiEGIAEiAEEUaiICKAIAIgENACAAQRBqIQIgACgCECIBDQALIAZBADYCAAwNC0HM1QAoAgAiAyAETwRAQdjVACgCACEBAkAgAyAEayICQRBPBEAgASAEaiIAIAJBAXI2AgQgASADaiACNgIAIAEgBEEDcjYCBAwBCyABIANBA3I2AgQgASADaiIAIAAoAgRBAXI2AgRBACEAQQAhAgtBzNUAIAI2AgBB2NUAIAA2AgAgAUEIaiEBDA8LQdDVACgCACIDIARLBEAgBCAJaiIAIAMgBGsiAUEBcjYCBEHc1QAgADYCAEHQ1QAgATYCACAJIARBA3I2AgQgCUEIaiEBDA8LQQAhASAEAn9BnNkAKAIABEBBpNkAKAIADAELQajZAEJ/NwIAQaDZAEKAgISAgIDAADcCAEGc2QAgCkEMakFwcUHYqtWqBXM2AgBBsNkAQQA2AgBBgNkAQQA2AgBBgIAECyIAIARBxwBqIgVqIgZBACAAayIHcSICTwRAQbTZAEEwNgIADA8LAkBB/NgAKAIAIgFFDQBB9NgAKAIAIgggAmohACAAIAFNIAAgCEtxDQBBACEBQbTZAEEwNgIADA8LQYDZAC0AAEEEcQ0EAkACQCAJBEBBhNkAIQEDQCABKAIAIgAgCU0EQCAAIAEoAgRqIAlLDQMLIAEoAggiAQ0ACwtBABA7IgBBf0YNBSACIQZBoNkAKAIAIgFBAWsiAyAAcQRAIAIgAGsgACADakEAIAFrcWohBgsgBCAGTw0FIAZB/v///wdLDQVB/NgAKAIAIgMEQEH02AAoAgAiByAGaiEBIAEgB00NBiABIANLDQYLIAYQOyIBIABHDQEMBwsgBiADayAHcSIGQf7///8HSw0EIAYQOyEAIAAgASgCACABKAIEakYNAyAAIQELAkAgBiAEQcgAak8NACABQX9GDQBBpNkAKAIAIgAgBSAGa2pBACAAa3EiAEH+////B0sEQCABIQAMBwsgABA7QX9HBEAgACAGaiEGIAEhAAwHC0EAIAZrEDsaDAQLIAEiAEF/Rw0FDAMLQQAhAwwMC0EAIQAMCgsgAEF/Rw0CC0GA2QBBgNkAKAIAQQRyNgIACyACQf7///8HSw0BIAIQOyEAQQAQOyEBIABBf0YNASABQX9GDQEgACABTw0BIAEgAGsiBiAEQThqTQ0BC0H02ABB9NgAKAIAIAZqIgE2AgBB+NgAKAIAIAFJBEBB+NgAIAE2AgALAkACQAJAQdzVACgCACICBEBBhNkAIQEDQCAAIAEoAgAiAyABKAIEIgVqRg0CIAEoAggiAQ0ACwwCC0HU1QAoAgAiAUEARyAAIAFPcUUEQEHU1QAgADYCAAtBACEBQYjZACAGNgIAQYTZACAANgIAQeTVAEF/NgIAQejVAEGc2QAoAgA2AgBBkNkAQQA2AgADQCABQYDWAGogAUH01QBqIgI2AgAgAiABQezVAGoiAzYCACABQfjVAGogAzYCACABQYjWAGogAUH81QBqIgM2AgAgAyACNgIAIAFBkNYAaiABQYTWAGoiAjYCACACIAM2AgAgAUGM1gBqIAI2AgAgAUEgaiIBQYACRw0AC0F4IABrQQ9xIgEgAGoiAiAGQThrIgMgAWsiAUEBcjYCBEHg1QBBrNkAKAIANgIAQdDVACABNgIAQdzVACACNgIAIAAgA2pBODYCBAwCCyAAIAJNDQAgAiADSQ0AIAEoAgxBCHENAEF4IAJrQQ9xIgAgAmoiA0HQ1QAoAgAgBmoiByAAayIAQQFyNgIEIAEgBSAGajYCBEHg1QBBrNkAKAIANgIAQdDVACAANgIAQdzVACADNgIAIAIgB2pBODYCBAwBCyAAQdTVACgCAEkEQEHU1QAgADYCAAsgACAGaiEDQYTZACEBAkACQAJAA0AgAyABKAIARwRAIAEoAggiAQ0BDAILCyABLQAMQQhxRQ0BC0GE2QAhAQNAIAEoAgAiAyACTQRAIAMgASgCBGoiBSACSw0DCyABKAIIIQEMAAsACyABIAA2AgAgASABKAIEIAZqNgIEIABBeCAAa0EPcWoiCSAEQQNyNgIEIANBeCADa0EPcWoiBiAEIAlqIgRrIQEgAiAGRgRAQdzVACAENgIAQdDVAEHQ1QAoAgAgAWoiADYCACAEIABBAXI2AgQMCAtB2NUAKAIAIAZGBEBB2NUAIAQ2AgBBzNUAQczVACgCACABaiIANgIAIAQgAEEBcjYCBCAAIARqIAA2AgAMCAsgBigCBCIFQQNxQQFHDQYgBUF4cSEIIAVB/wFNBEAgBUEDdiEDIAYoAggiACAGKAIMIgJGBEBBxNUAQcTVACgCAEF+IAN3cTYCAAwHCyACIAA2AgggACACNgIMDAYLIAYoAhghByAGIAYoAgwiAEcEQCAAIAYoAggiAjYCCCACIAA2AgwMBQsgBkEUaiICKAIAIgVFBEAgBigCECIFRQ0EIAZBEGohAgsDQCACIQMgBSIAQRRqIgIoAgAiBQ0AIABBEGohAiAAKAIQIgUNAAsgA0EANgIADAQLQXggAGtBD3EiASAAaiIHIAZBOGsiAyABayIBQQFyNgIEIAAgA2pBODYCBCACIAVBNyAFa0EPcWpBP2siAyADIAJBEGpJGyIDQSM2AgRB4NUAQazZACgCADYCAEHQ1QAgATYCAEHc1QAgBzYCACADQRBqQYzZACkCADcCACADQYTZACkCADcCCEGM2QAgA0EIajYCAEGI2QAgBjYCAEGE2QAgADYCAEGQ2QBBADYCACADQSRqIQEDQCABQQc2AgAgBSABQQRqIgFLDQALIAIgA0YNACADIAMoAgRBfnE2AgQgAyADIAJrIgU2AgAgAiAFQQFyNgIEIAVB/wFNBEAgBUF4cUHs1QBqIQACf0HE1QAoAgAiAUEBIAVBA3Z0IgNxRQRAQcTVACABIANyNgIAIAAMAQsgACgCCAsiASACNgIMIAAgAjYCCCACIAA2AgwgAiABNgIIDAELQR8hASAFQf///wdNBEAgBUEmIAVBCHZnIgBrdkEBcSAAQQF0a0E+aiEBCyACIAE2AhwgAkIANwIQIAFBAnRB9NcAaiEAQcjVACgCACIDQQEgAXQiBnFFBEAgACACNgIAQcjVACADIAZyNgIAIAIgADYCGCACIAI2AgggAiACNgIMDAELIAVBGSABQQF2a0EAIAFBH0cbdCEBIAAoAgAhAwJAA0AgAyIAKAIEQXhxIAVGDQEgAUEddiEDIAFBAXQhASAAIANBBHFqQRBqIgYoAgAiAw0ACyAGIAI2AgAgAiAANgIYIAIgAjYCDCACIAI2AggMAQsgACgCCCIBIAI2AgwgACACNgIIIAJBADYCGCACIAA2AgwgAiABNgIIC0HQ1QAoAgAiASAETQ0AQdzVACgCACIAIARqIgIgASAEayIBQQFyNgIEQdDVACABNgIAQdzVACACNgIAIAAgBEEDcjYCBCAAQQhqIQEMCAtBACEBQbTZAEEwNgIADAcLQQAhAAsgB0UNAAJAIAYoAhwiAkECdEH01wBqIgMoAgAgBkYEQCADIAA2AgAgAA0BQcjVAEHI1QAoAgBBfiACd3E2AgAMAgsgB0EQQRQgBygCECAGRhtqIAA2AgAgAEUNAQsgACAHNgIYIAYoAhAiAgRAIAAgAjYCECACIAA2AhgLIAZBFGooAgAiAkUNACAAQRRqIAI2AgAgAiAANgIYCyABIAhqIQEgBiAIaiIGKAIEIQULIAYgBUF+cTYCBCABIARqIAE2AgAgBCABQQFyNgIEIAFB/wFNBEAgAUF4cUHs1QBqIQACf0HE1QAoAgAiAkEBIAFBA3Z0IgFxRQRAQcTVACABIAJyNgIAIAAMAQsgACgCCAsiASAENgIMIAAgBDYCCCAEIAA2AgwgBCABNgIIDAELQR8hBSABQf///wdNBEAgAUEmIAFBCHZnIgBrdkEBcSAAQQF0a0E+aiEFCyAEIAU2AhwgBEIANwIQIAVBAnRB9NcAaiEAQcjVACgCACICQQEgBXQiA3FFBEAgACAENgIAQcjVACACIANyNgIAIAQgADYCGCAEIAQ2AgggBCAENgIMDAELIAFBGSAFQQF2a0EAIAVBH0cbdCEFIAAoAgAhAAJAA0AgACICKAIEQXhxIAFGDQEgBUEddiEAIAVBAXQhBSACIABBBHFqQRBqIgMoAgAiAA0ACyADIAQ2AgAgBCACNgIYIAQgBDYCDCAEIAQ2AggMAQsgAigCCCIAIAQ2AgwgAiAENgIIIARBADYCGCAEIAI2AgwgBCAANgIICyAJQQhqIQEMAgsCQCAHRQ0AAkAgAygCHCIBQQJ0QfTXAGoiAigCACADRgRAIAIgADYCACAADQFByNUAIAhBfiABd3EiCDYCAAwCCyAHQRBBFCAHKAIQIANGG2ogADYCACAARQ0BCyAAIAc2AhggAygCECIBBEAgACABNgIQIAEgADYCGAsgA0EUaigCACIBRQ0AIABBFGogATYCACABIAA2AhgLAkAgBUEPTQRAIAMgBCAFaiIAQQNyNgIEIAAgA2oiACAAKAIEQQFyNgIEDAELIAMgBGoiAiAFQQFyNgIEIAMgBEEDcjYCBCACIAVqIAU2AgAgBUH/AU0EQCAFQXhxQezVAGohAAJ/QcTVACgCACIBQQEgBUEDdnQiBXFFBEBBxNUAIAEgBXI2AgAgAAwBCyAAKAIICyIBIAI2AgwgACACNgIIIAIgADYCDCACIAE2AggMAQtBHyEBIAVB////B00EQCAFQSYgBUEIdmciAGt2QQFxIABBAXRrQT5qIQELIAIgATYCHCACQgA3AhAgAUECdEH01wBqIQBBASABdCIEIAhxRQRAIAAgAjYCAEHI1QAgBCAIcjYCACACIAA2AhggAiACNgIIIAIgAjYCDAwBCyAFQRkgAUEBdmtBACABQR9HG3QhASAAKAIAIQQCQANAIAQiACgCBEF4cSAFRg0BIAFBHXYhBCABQQF0IQEgACAEQQRxakEQaiIGKAIAIgQNAAsgBiACNgIAIAIgADYCGCACIAI2AgwgAiACNgIIDAELIAAoAggiASACNgIMIAAgAjYCCCACQQA2AhggAiAANgIMIAIgATYCCAsgA0EIaiEBDAELAkAgCUUNAAJAIAAoAhwiAUECdEH01wBqIgIoAgAgAEYEQCACIAM2AgAgAw0BQcjVACALQX4gAXdxNgIADAILIAlBEEEUIAkoAhAgAEYbaiADNgIAIANFDQELIAMgCTYCGCAAKAIQIgEEQCADIAE2AhAgASADNgIYCyAAQRRqKAIAIgFFDQAgA0EUaiABNgIAIAEgAzYCGAsCQCAFQQ9NBEAgACAEIAVqIgFBA3I2AgQgACABaiIBIAEoAgRBAXI2AgQMAQsgACAEaiIHIAVBAXI2AgQgACAEQQNyNgIEIAUgB2ogBTYCACAIBEAgCEF4cUHs1QBqIQFB2NUAKAIAIQMCf0EBIAhBA3Z0IgIgBnFFBEBBxNUAIAIgBnI2AgAgAQwBCyABKAIICyICIAM2AgwgASADNgIIIAMgATYCDCADIAI2AggLQdjVACAHNgIAQczVACAFNgIACyAAQQhqIQELIApBEGokACABC0MAIABFBEA/AEEQdA8LAkAgAEH//wNxDQAgAEEASA0AIABBEHZAACIAQX9GBEBBtNkAQTA2AgBBfw8LIABBEHQPCwALC5lCIgBBgAgLDQEAAAAAAAAAAgAAAAMAQZgICwUEAAAABQBBqAgLCQYAAAAHAAAACABB5AgLwjJJbnZhbGlkIGNoYXIgaW4gdXJsIHF1ZXJ5AFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fYm9keQBDb250ZW50LUxlbmd0aCBvdmVyZmxvdwBDaHVuayBzaXplIG92ZXJmbG93AEludmFsaWQgbWV0aG9kIGZvciBIVFRQL3gueCByZXF1ZXN0AEludmFsaWQgbWV0aG9kIGZvciBSVFNQL3gueCByZXF1ZXN0AEV4cGVjdGVkIFNPVVJDRSBtZXRob2QgZm9yIElDRS94LnggcmVxdWVzdABJbnZhbGlkIGNoYXIgaW4gdXJsIGZyYWdtZW50IHN0YXJ0AEV4cGVjdGVkIGRvdABTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3N0YXR1cwBJbnZhbGlkIHJlc3BvbnNlIHN0YXR1cwBFeHBlY3RlZCBMRiBhZnRlciBoZWFkZXJzAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMAVXNlciBjYWxsYmFjayBlcnJvcgBgb25fcmVzZXRgIGNhbGxiYWNrIGVycm9yAGBvbl9jaHVua19oZWFkZXJgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2JlZ2luYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX3ZhbHVlYCBjYWxsYmFjayBlcnJvcgBgb25fc3RhdHVzX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fdmVyc2lvbl9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3VybF9jb21wbGV0ZWAgY2FsbGJhY2sgZXJyb3IAYG9uX3Byb3RvY29sX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9oZWFkZXJfdmFsdWVfY29tcGxldGVgIGNhbGxiYWNrIGVycm9yAGBvbl9tZXNzYWdlX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fbWV0aG9kX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25faGVhZGVyX2ZpZWxkX2NvbXBsZXRlYCBjYWxsYmFjayBlcnJvcgBgb25fY2h1bmtfZXh0ZW5zaW9uX25hbWVgIGNhbGxiYWNrIGVycm9yAFVuZXhwZWN0ZWQgY2hhciBpbiB1cmwgc2VydmVyAEludmFsaWQgaGVhZGVyIHZhbHVlIGNoYXIASW52YWxpZCBoZWFkZXIgZmllbGQgY2hhcgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3ZlcnNpb24ASW52YWxpZCBtaW5vciB2ZXJzaW9uAEludmFsaWQgbWFqb3IgdmVyc2lvbgBFeHBlY3RlZCBzcGFjZSBhZnRlciB2ZXJzaW9uAEV4cGVjdGVkIENSTEYgYWZ0ZXIgdmVyc2lvbgBJbnZhbGlkIEhUVFAgdmVyc2lvbgBJbnZhbGlkIGhlYWRlciB0b2tlbgBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX3VybABJbnZhbGlkIGNoYXJhY3RlcnMgaW4gdXJsAFVuZXhwZWN0ZWQgc3RhcnQgY2hhciBpbiB1cmwARG91YmxlIEAgaW4gdXJsAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fcHJvdG9jb2wARW1wdHkgQ29udGVudC1MZW5ndGgASW52YWxpZCBjaGFyYWN0ZXIgaW4gQ29udGVudC1MZW5ndGgAVHJhbnNmZXItRW5jb2RpbmcgY2FuJ3QgYmUgcHJlc2VudCB3aXRoIENvbnRlbnQtTGVuZ3RoAER1cGxpY2F0ZSBDb250ZW50LUxlbmd0aABJbnZhbGlkIGNoYXIgaW4gdXJsIHBhdGgAQ29udGVudC1MZW5ndGggY2FuJ3QgYmUgcHJlc2VudCB3aXRoIFRyYW5zZmVyLUVuY29kaW5nAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgc2l6ZQBFeHBlY3RlZCBMRiBhZnRlciBjaHVuayBzaXplAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIHNpemUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfdmFsdWUAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9jaHVua19leHRlbnNpb25fdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyB2YWx1ZQBVbmV4cGVjdGVkIHdoaXRlc3BhY2UgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgaGVhZGVyIHZhbHVlAE1pc3NpbmcgZXhwZWN0ZWQgTEYgYWZ0ZXIgaGVhZGVyIHZhbHVlAEludmFsaWQgYFRyYW5zZmVyLUVuY29kaW5nYCBoZWFkZXIgdmFsdWUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciBjaHVuayBleHRlbnNpb24gdmFsdWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBxdW90ZSB2YWx1ZQBJbnZhbGlkIHF1b3RlZC1wYWlyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAEludmFsaWQgY2hhcmFjdGVyIGluIGNodW5rIGV4dGVuc2lvbnMgcXVvdGVkIHZhbHVlAFBhdXNlZCBieSBvbl9oZWFkZXJzX2NvbXBsZXRlAEludmFsaWQgRU9GIHN0YXRlAG9uX3Jlc2V0IHBhdXNlAG9uX2NodW5rX2hlYWRlciBwYXVzZQBvbl9tZXNzYWdlX2JlZ2luIHBhdXNlAG9uX2NodW5rX2V4dGVuc2lvbl92YWx1ZSBwYXVzZQBvbl9zdGF0dXNfY29tcGxldGUgcGF1c2UAb25fdmVyc2lvbl9jb21wbGV0ZSBwYXVzZQBvbl91cmxfY29tcGxldGUgcGF1c2UAb25fcHJvdG9jb2xfY29tcGxldGUgcGF1c2UAb25fY2h1bmtfY29tcGxldGUgcGF1c2UAb25faGVhZGVyX3ZhbHVlX2NvbXBsZXRlIHBhdXNlAG9uX21lc3NhZ2VfY29tcGxldGUgcGF1c2UAb25fbWV0aG9kX2NvbXBsZXRlIHBhdXNlAG9uX2hlYWRlcl9maWVsZF9jb21wbGV0ZSBwYXVzZQBvbl9jaHVua19leHRlbnNpb25fbmFtZSBwYXVzZQBVbmV4cGVjdGVkIHNwYWNlIGFmdGVyIHN0YXJ0IGxpbmUATWlzc2luZyBleHBlY3RlZCBDUiBhZnRlciByZXNwb25zZSBsaW5lAFNwYW4gY2FsbGJhY2sgZXJyb3IgaW4gb25fY2h1bmtfZXh0ZW5zaW9uX25hbWUASW52YWxpZCBjaGFyYWN0ZXIgaW4gY2h1bmsgZXh0ZW5zaW9ucyBuYW1lAE1pc3NpbmcgZXhwZWN0ZWQgQ1IgYWZ0ZXIgY2h1bmsgZXh0ZW5zaW9uIG5hbWUASW52YWxpZCBzdGF0dXMgY29kZQBQYXVzZSBvbiBDT05ORUNUL1VwZ3JhZGUAUGF1c2Ugb24gUFJJL1VwZ3JhZGUARXhwZWN0ZWQgSFRUUC8yIENvbm5lY3Rpb24gUHJlZmFjZQBTcGFuIGNhbGxiYWNrIGVycm9yIGluIG9uX21ldGhvZABFeHBlY3RlZCBzcGFjZSBhZnRlciBtZXRob2QAU3BhbiBjYWxsYmFjayBlcnJvciBpbiBvbl9oZWFkZXJfZmllbGQAUGF1c2VkAEludmFsaWQgd29yZCBlbmNvdW50ZXJlZABJbnZhbGlkIG1ldGhvZCBlbmNvdW50ZXJlZABNaXNzaW5nIGV4cGVjdGVkIENSIGFmdGVyIGNodW5rIGRhdGEARXhwZWN0ZWQgTEYgYWZ0ZXIgY2h1bmsgZGF0YQBVbmV4cGVjdGVkIGNoYXIgaW4gdXJsIHNjaGVtYQBSZXF1ZXN0IGhhcyBpbnZhbGlkIGBUcmFuc2Zlci1FbmNvZGluZ2AARGF0YSBhZnRlciBgQ29ubmVjdGlvbjogY2xvc2VgAFNXSVRDSF9QUk9YWQBVU0VfUFJPWFkATUtBQ1RJVklUWQBVTlBST0NFU1NBQkxFX0VOVElUWQBRVUVSWQBDT1BZAE1PVkVEX1BFUk1BTkVOVExZAFRPT19FQVJMWQBOT1RJRlkARkFJTEVEX0RFUEVOREVOQ1kAQkFEX0dBVEVXQVkAUExBWQBQVVQAQ0hFQ0tPVVQAR0FURVdBWV9USU1FT1VUAFJFUVVFU1RfVElNRU9VVABORVRXT1JLX0NPTk5FQ1RfVElNRU9VVABDT05ORUNUSU9OX1RJTUVPVVQATE9HSU5fVElNRU9VVABORVRXT1JLX1JFQURfVElNRU9VVABQT1NUAE1JU0RJUkVDVEVEX1JFUVVFU1QAQ0xJRU5UX0NMT1NFRF9SRVFVRVNUAENMSUVOVF9DTE9TRURfTE9BRF9CQUxBTkNFRF9SRVFVRVNUAEJBRF9SRVFVRVNUAEhUVFBfUkVRVUVTVF9TRU5UX1RPX0hUVFBTX1BPUlQAUkVQT1JUAElNX0FfVEVBUE9UAFJFU0VUX0NPTlRFTlQATk9fQ09OVEVOVABQQVJUSUFMX0NPTlRFTlQASFBFX0lOVkFMSURfQ09OU1RBTlQASFBFX0NCX1JFU0VUAEdFVABIUEVfU1RSSUNUAENPTkZMSUNUAFRFTVBPUkFSWV9SRURJUkVDVABQRVJNQU5FTlRfUkVESVJFQ1QAQ09OTkVDVABNVUxUSV9TVEFUVVMASFBFX0lOVkFMSURfU1RBVFVTAFRPT19NQU5ZX1JFUVVFU1RTAEVBUkxZX0hJTlRTAFVOQVZBSUxBQkxFX0ZPUl9MRUdBTF9SRUFTT05TAE9QVElPTlMAU1dJVENISU5HX1BST1RPQ09MUwBWQVJJQU5UX0FMU09fTkVHT1RJQVRFUwBNVUxUSVBMRV9DSE9JQ0VTAElOVEVSTkFMX1NFUlZFUl9FUlJPUgBXRUJfU0VSVkVSX1VOS05PV05fRVJST1IAUkFJTEdVTl9FUlJPUgBJREVOVElUWV9QUk9WSURFUl9BVVRIRU5USUNBVElPTl9FUlJPUgBTU0xfQ0VSVElGSUNBVEVfRVJST1IASU5WQUxJRF9YX0ZPUldBUkRFRF9GT1IAU0VUX1BBUkFNRVRFUgBHRVRfUEFSQU1FVEVSAEhQRV9VU0VSAFNFRV9PVEhFUgBIUEVfQ0JfQ0hVTktfSEVBREVSAEV4cGVjdGVkIExGIGFmdGVyIENSAE1LQ0FMRU5EQVIAU0VUVVAAV0VCX1NFUlZFUl9JU19ET1dOAFRFQVJET1dOAEhQRV9DTE9TRURfQ09OTkVDVElPTgBIRVVSSVNUSUNfRVhQSVJBVElPTgBESVNDT05ORUNURURfT1BFUkFUSU9OAE5PTl9BVVRIT1JJVEFUSVZFX0lORk9STUFUSU9OAEhQRV9JTlZBTElEX1ZFUlNJT04ASFBFX0NCX01FU1NBR0VfQkVHSU4AU0lURV9JU19GUk9aRU4ASFBFX0lOVkFMSURfSEVBREVSX1RPS0VOAElOVkFMSURfVE9LRU4ARk9SQklEREVOAEVOSEFOQ0VfWU9VUl9DQUxNAEhQRV9JTlZBTElEX1VSTABCTE9DS0VEX0JZX1BBUkVOVEFMX0NPTlRST0wATUtDT0wAQUNMAEhQRV9JTlRFUk5BTABSRVFVRVNUX0hFQURFUl9GSUVMRFNfVE9PX0xBUkdFX1VOT0ZGSUNJQUwASFBFX09LAFVOTElOSwBVTkxPQ0sAUFJJAFJFVFJZX1dJVEgASFBFX0lOVkFMSURfQ09OVEVOVF9MRU5HVEgASFBFX1VORVhQRUNURURfQ09OVEVOVF9MRU5HVEgARkxVU0gAUFJPUFBBVENIAE0tU0VBUkNIAFVSSV9UT09fTE9ORwBQUk9DRVNTSU5HAE1JU0NFTExBTkVPVVNfUEVSU0lTVEVOVF9XQVJOSU5HAE1JU0NFTExBTkVPVVNfV0FSTklORwBIUEVfSU5WQUxJRF9UUkFOU0ZFUl9FTkNPRElORwBFeHBlY3RlZCBDUkxGAEhQRV9JTlZBTElEX0NIVU5LX1NJWkUATU9WRQBDT05USU5VRQBIUEVfQ0JfU1RBVFVTX0NPTVBMRVRFAEhQRV9DQl9IRUFERVJTX0NPTVBMRVRFAEhQRV9DQl9WRVJTSU9OX0NPTVBMRVRFAEhQRV9DQl9VUkxfQ09NUExFVEUASFBFX0NCX1BST1RPQ09MX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19DT01QTEVURQBIUEVfQ0JfSEVBREVSX1ZBTFVFX0NPTVBMRVRFAEhQRV9DQl9DSFVOS19FWFRFTlNJT05fVkFMVUVfQ09NUExFVEUASFBFX0NCX0NIVU5LX0VYVEVOU0lPTl9OQU1FX0NPTVBMRVRFAEhQRV9DQl9NRVNTQUdFX0NPTVBMRVRFAEhQRV9DQl9NRVRIT0RfQ09NUExFVEUASFBFX0NCX0hFQURFUl9GSUVMRF9DT01QTEVURQBERUxFVEUASFBFX0lOVkFMSURfRU9GX1NUQVRFAElOVkFMSURfU1NMX0NFUlRJRklDQVRFAFBBVVNFAE5PX1JFU1BPTlNFAFVOU1VQUE9SVEVEX01FRElBX1RZUEUAR09ORQBOT1RfQUNDRVBUQUJMRQBTRVJWSUNFX1VOQVZBSUxBQkxFAFJBTkdFX05PVF9TQVRJU0ZJQUJMRQBPUklHSU5fSVNfVU5SRUFDSEFCTEUAUkVTUE9OU0VfSVNfU1RBTEUAUFVSR0UATUVSR0UAUkVRVUVTVF9IRUFERVJfRklFTERTX1RPT19MQVJHRQBSRVFVRVNUX0hFQURFUl9UT09fTEFSR0UAUEFZTE9BRF9UT09fTEFSR0UASU5TVUZGSUNJRU5UX1NUT1JBR0UASFBFX1BBVVNFRF9VUEdSQURFAEhQRV9QQVVTRURfSDJfVVBHUkFERQBTT1VSQ0UAQU5OT1VOQ0UAVFJBQ0UASFBFX1VORVhQRUNURURfU1BBQ0UAREVTQ1JJQkUAVU5TVUJTQ1JJQkUAUkVDT1JEAEhQRV9JTlZBTElEX01FVEhPRABOT1RfRk9VTkQAUFJPUEZJTkQAVU5CSU5EAFJFQklORABVTkFVVEhPUklaRUQATUVUSE9EX05PVF9BTExPV0VEAEhUVFBfVkVSU0lPTl9OT1RfU1VQUE9SVEVEAEFMUkVBRFlfUkVQT1JURUQAQUNDRVBURUQATk9UX0lNUExFTUVOVEVEAExPT1BfREVURUNURUQASFBFX0NSX0VYUEVDVEVEAEhQRV9MRl9FWFBFQ1RFRABDUkVBVEVEAElNX1VTRUQASFBFX1BBVVNFRABUSU1FT1VUX09DQ1VSRUQAUEFZTUVOVF9SRVFVSVJFRABQUkVDT05ESVRJT05fUkVRVUlSRUQAUFJPWFlfQVVUSEVOVElDQVRJT05fUkVRVUlSRUQATkVUV09SS19BVVRIRU5USUNBVElPTl9SRVFVSVJFRABMRU5HVEhfUkVRVUlSRUQAU1NMX0NFUlRJRklDQVRFX1JFUVVJUkVEAFVQR1JBREVfUkVRVUlSRUQAUEFHRV9FWFBJUkVEAFBSRUNPTkRJVElPTl9GQUlMRUQARVhQRUNUQVRJT05fRkFJTEVEAFJFVkFMSURBVElPTl9GQUlMRUQAU1NMX0hBTkRTSEFLRV9GQUlMRUQATE9DS0VEAFRSQU5TRk9STUFUSU9OX0FQUExJRUQATk9UX01PRElGSUVEAE5PVF9FWFRFTkRFRABCQU5EV0lEVEhfTElNSVRfRVhDRUVERUQAU0lURV9JU19PVkVSTE9BREVEAEhFQUQARXhwZWN0ZWQgSFRUUC8sIFJUU1AvIG9yIElDRS8A5xUAAK8VAACkEgAAkhoAACYWAACeFAAA2xkAAHkVAAB+EgAA/hQAADYVAAALFgAA2BYAAPMSAABCGAAArBYAABIVAAAUFwAA7xcAAEgUAABxFwAAshoAAGsZAAB+GQAANRQAAIIaAABEFwAA/RYAAB4YAACHFwAAqhkAAJMSAAAHGAAALBcAAMoXAACkFwAA5xUAAOcVAABYFwAAOxgAAKASAAAtHAAAwxEAAEgRAADeEgAAQhMAAKQZAAD9EAAA9xUAAKUVAADvFgAA+BkAAEoWAABWFgAA9RUAAAoaAAAIGgAAARoAAKsVAABCEgAA1xAAAEwRAAAFGQAAVBYAAB4RAADKGQAAyBkAAE4WAAD/GAAAcRQAAPAVAADuFQAAlBkAAPwVAAC/GQAAmxkAAHwUAABDEQAAcBgAAJUUAAAnFAAAGRQAANUSAADUGQAARBYAAPcQAEG5OwsBAQBB0DsL4AEBAQIBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBuj0LBAEAAAIAQdE9C14DBAMDAwMDAAADAwADAwADAwMDAwMDAwMDAAUAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAwADAEG6PwsEAQAAAgBB0T8LXgMAAwMDAwMAAAMDAAMDAAMDAwMDAwMDAwMABAAFAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwADAAMAQbDBAAsNbG9zZWVlcC1hbGl2ZQBBycEACwEBAEHgwQAL4AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQBBycMACwEBAEHgwwAL5wEBAQEBAQEBAQEBAQECAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAWNodW5rZWQAQfHFAAteAQABAQEBAQAAAQEAAQEAAQEBAQEBAQEBAQAAAAAAAAABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQAAAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAEAAQBB0McACyFlY3Rpb25lbnQtbGVuZ3Rob25yb3h5LWNvbm5lY3Rpb24AQYDIAAsgcmFuc2Zlci1lbmNvZGluZ3BncmFkZQ0KDQpTTQ0KDQoAQanIAAsFAQIAAQMAQcDIAAtfBAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanKAAsFAQIAAQMAQcDKAAtfBAUFBgUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAQanMAAsEAQAAAQBBwcwAC14CAgACAgICAgICAgICAgICAgICAgICAgICAgICAgIAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAEGpzgALBQECAAEDAEHAzgALXwQFAAAFBQUFBQUFBQUFBQYFBQUFBQUFBQUFBQUABQAHCAUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQAFAAUABQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUAAAAFAEGp0AALBQEBAAEBAEHA0AALAQEAQdrQAAtBAgAAAAAAAAMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAQanSAAsFAQEAAQEAQcDSAAsBAQBBytIACwYCAAAAAAIAQeHSAAs6AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwBBoNQAC50BTk9VTkNFRUNLT1VUTkVDVEVURUNSSUJFTFVTSEVURUFEU0VBUkNIUkdFQ1RJVklUWUxFTkRBUlZFT1RJRllQVElPTlNDSFNFQVlTVEFUQ0hHRVVFUllPUkRJUkVDVE9SVFJDSFBBUkFNRVRFUlVSQ0VCU0NSSUJFQVJET1dOQUNFSU5ETktDS1VCU0NSSUJFVFRQQ0VUU1BBRFRQLw=='

let wasmBuffer

Object.defineProperty(module, 'exports', {
  get: () => {
    return wasmBuffer
      ? wasmBuffer
      : (wasmBuffer = Buffer.from(wasmBase64, 'base64'))
  }
})


/***/ }),

/***/ 2401:
/***/ ((__unused_webpack_module, exports) => {

"use strict";

Object.defineProperty(exports, "__esModule", ({ value: true }));
exports.enumToMap = enumToMap;
function enumToMap(obj, filter = [], exceptions = []) {
    const emptyFilter = (filter?.length ?? 0) === 0;
    const emptyExceptions = (exceptions?.length ?? 0) === 0;
    return Object.fromEntries(Object.entries(obj).filter(([, value]) => {
        return (typeof value === 'number' &&
            (emptyFilter || filter.includes(value)) &&
            (emptyExceptions || !exceptions.includes(value)));
    }));
}


/***/ }),

/***/ 9535:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

"use strict";


const {
  kConnected,
  kPending,
  kRunning,
  kSize,
  kFree,
  kQueued
} = __nccwpck_require__(6478)

class ClientStats {
  constructor (client) {
    this.connected = client[kConnected]
    this.pending = client[kPending]
    this.running = client[kRunning]
    this.size = client[kSize]
  }
}

class PoolStats {
  constructor (pool) {
    this.connected = pool[kConnected]
    this.free = pool[kFree]
    this.pending = pool[kPending]
    this.queued = pool[kQueued]
    this.running = pool[kRunning]
    this.size = pool[kSize]
  }
}

module.exports = { ClientStats, PoolStats }


/***/ }),

/***/ 4132:
/***/ ((module) => {

"use strict";


/**
 * This module offers an optimized timer implementation designed for scenarios
 * where high precision is not critical.
 *
 * The timer achieves faster performance by using a low-resolution approach,
 * with an accuracy target of within 500ms. This makes it particularly useful
 * for timers with delays of 1 second or more, where exact timing is less
 * crucial.
 *
 * It's important to note that Node.js timers are inherently imprecise, as
 * delays can occur due to the event loop being blocked by other operations.
 * Consequently, timers may trigger later than their scheduled time.
 */

/**
 * The fastNow variable contains the internal fast timer clock value.
 *
 * @type {number}
 */
let fastNow = 0

/**
 * RESOLUTION_MS represents the target resolution time in milliseconds.
 *
 * @type {number}
 * @default 1000
 */
const RESOLUTION_MS = 1e3

/**
 * TICK_MS defines the desired interval in milliseconds between each tick.
 * The target value is set to half the resolution time, minus 1 ms, to account
 * for potential event loop overhead.
 *
 * @type {number}
 * @default 499
 */
const TICK_MS = (RESOLUTION_MS >> 1) - 1

/**
 * fastNowTimeout is a Node.js timer used to manage and process
 * the FastTimers stored in the `fastTimers` array.
 *
 * @type {NodeJS.Timeout}
 */
let fastNowTimeout

/**
 * The kFastTimer symbol is used to identify FastTimer instances.
 *
 * @type {Symbol}
 */
const kFastTimer = Symbol('kFastTimer')

/**
 * The fastTimers array contains all active FastTimers.
 *
 * @type {FastTimer[]}
 */
const fastTimers = []

/**
 * These constants represent the various states of a FastTimer.
 */

/**
 * The `NOT_IN_LIST` constant indicates that the FastTimer is not included
 * in the `fastTimers` array. Timers with this status will not be processed
 * during the next tick by the `onTick` function.
 *
 * A FastTimer can be re-added to the `fastTimers` array by invoking the
 * `refresh` method on the FastTimer instance.
 *
 * @type {-2}
 */
const NOT_IN_LIST = -2

/**
 * The `TO_BE_CLEARED` constant indicates that the FastTimer is scheduled
 * for removal from the `fastTimers` array. A FastTimer in this state will
 * be removed in the next tick by the `onTick` function and will no longer
 * be processed.
 *
 * This status is also set when the `clear` method is called on the FastTimer instance.
 *
 * @type {-1}
 */
const TO_BE_CLEARED = -1

/**
 * The `PENDING` constant signifies that the FastTimer is awaiting processing
 * in the next tick by the `onTick` function. Timers with this status will have
 * their `_idleStart` value set and their status updated to `ACTIVE` in the next tick.
 *
 * @type {0}
 */
const PENDING = 0

/**
 * The `ACTIVE` constant indicates that the FastTimer is active and waiting
 * for its timer to expire. During the next tick, the `onTick` function will
 * check if the timer has expired, and if so, it will execute the associated callback.
 *
 * @type {1}
 */
const ACTIVE = 1

/**
 * The onTick function processes the fastTimers array.
 *
 * @returns {void}
 */
function onTick () {
  /**
   * Increment the fastNow value by the TICK_MS value, despite the actual time
   * that has passed since the last tick. This approach ensures independence
   * from the system clock and delays caused by a blocked event loop.
   *
   * @type {number}
   */
  fastNow += TICK_MS

  /**
   * The `idx` variable is used to iterate over the `fastTimers` array.
   * Expired timers are removed by replacing them with the last element in the array.
   * Consequently, `idx` is only incremented when the current element is not removed.
   *
   * @type {number}
   */
  let idx = 0

  /**
   * The len variable will contain the length of the fastTimers array
   * and will be decremented when a FastTimer should be removed from the
   * fastTimers array.
   *
   * @type {number}
   */
  let len = fastTimers.length

  while (idx < len) {
    /**
     * @type {FastTimer}
     */
    const timer = fastTimers[idx]

    // If the timer is in the ACTIVE state and the timer has expired, it will
    // be processed in the next tick.
    if (timer._state === PENDING) {
      // Set the _idleStart value to the fastNow value minus the TICK_MS value
      // to account for the time the timer was in the PENDING state.
      timer._idleStart = fastNow - TICK_MS
      timer._state = ACTIVE
    } else if (
      timer._state === ACTIVE &&
      fastNow >= timer._idleStart + timer._idleTimeout
    ) {
      timer._state = TO_BE_CLEARED
      timer._idleStart = -1
      timer._onTimeout(timer._timerArg)
    }

    if (timer._state === TO_BE_CLEARED) {
      timer._state = NOT_IN_LIST

      // Move the last element to the current index and decrement len if it is
      // not the only element in the array.
      if (--len !== 0) {
        fastTimers[idx] = fastTimers[len]
      }
    } else {
      ++idx
    }
  }

  // Set the length of the fastTimers array to the new length and thus
  // removing the excess FastTimers elements from the array.
  fastTimers.length = len

  // If there are still active FastTimers in the array, refresh the Timer.
  // If there are no active FastTimers, the timer will be refreshed again
  // when a new FastTimer is instantiated.
  if (fastTimers.length !== 0) {
    refreshTimeout()
  }
}

function refreshTimeout () {
  // If the fastNowTimeout is already set and the Timer has the refresh()-
  // method available, call it to refresh the timer.
  // Some timer objects returned by setTimeout may not have a .refresh()
  // method (e.g. mocked timers in tests).
  if (fastNowTimeout?.refresh) {
    fastNowTimeout.refresh()
    // fastNowTimeout is not instantiated yet or refresh is not availabe,
    // create a new Timer.
  } else {
    clearTimeout(fastNowTimeout)
    fastNowTimeout = setTimeout(onTick, TICK_MS)
    // If the Timer has an unref method, call it to allow the process to exit,
    // if there are no other active handles. When using fake timers or mocked
    // environments (like Jest), .unref() may not be defined,
    fastNowTimeout?.unref()
  }
}

/**
 * The `FastTimer` class is a data structure designed to store and manage
 * timer information.
 */
class FastTimer {
  [kFastTimer] = true

  /**
   * The state of the timer, which can be one of the following:
   * - NOT_IN_LIST (-2)
   * - TO_BE_CLEARED (-1)
   * - PENDING (0)
   * - ACTIVE (1)
   *
   * @type {-2|-1|0|1}
   * @private
   */
  _state = NOT_IN_LIST

  /**
   * The number of milliseconds to wait before calling the callback.
   *
   * @type {number}
   * @private
   */
  _idleTimeout = -1

  /**
   * The time in milliseconds when the timer was started. This value is used to
   * calculate when the timer should expire.
   *
   * @type {number}
   * @default -1
   * @private
   */
  _idleStart = -1

  /**
   * The function to be executed when the timer expires.
   * @type {Function}
   * @private
   */
  _onTimeout

  /**
   * The argument to be passed to the callback when the timer expires.
   *
   * @type {*}
   * @private
   */
  _timerArg

  /**
   * @constructor
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should wait
   * before the specified function or code is executed.
   * @param {*} arg
   */
  constructor (callback, delay, arg) {
    this._onTimeout = callback
    this._idleTimeout = delay
    this._timerArg = arg

    this.refresh()
  }

  /**
   * Sets the timer's start time to the current time, and reschedules the timer
   * to call its callback at the previously specified duration adjusted to the
   * current time.
   * Using this on a timer that has already called its callback will reactivate
   * the timer.
   *
   * @returns {void}
   */
  refresh () {
    // In the special case that the timer is not in the list of active timers,
    // add it back to the array to be processed in the next tick by the onTick
    // function.
    if (this._state === NOT_IN_LIST) {
      fastTimers.push(this)
    }

    // If the timer is the only active timer, refresh the fastNowTimeout for
    // better resolution.
    if (!fastNowTimeout || fastTimers.length === 1) {
      refreshTimeout()
    }

    // Setting the state to PENDING will cause the timer to be reset in the
    // next tick by the onTick function.
    this._state = PENDING
  }

  /**
   * The `clear` method cancels the timer, preventing it from executing.
   *
   * @returns {void}
   * @private
   */
  clear () {
    // Set the state to TO_BE_CLEARED to mark the timer for removal in the next
    // tick by the onTick function.
    this._state = TO_BE_CLEARED

    // Reset the _idleStart value to -1 to indicate that the timer is no longer
    // active.
    this._idleStart = -1
  }
}

/**
 * This module exports a setTimeout and clearTimeout function that can be
 * used as a drop-in replacement for the native functions.
 */
module.exports = {
  /**
   * The setTimeout() method sets a timer which executes a function once the
   * timer expires.
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should
   * wait before the specified function or code is executed.
   * @param {*} [arg] An optional argument to be passed to the callback function
   * when the timer expires.
   * @returns {NodeJS.Timeout|FastTimer}
   */
  setTimeout (callback, delay, arg) {
    // If the delay is less than or equal to the RESOLUTION_MS value return a
    // native Node.js Timer instance.
    return delay <= RESOLUTION_MS
      ? setTimeout(callback, delay, arg)
      : new FastTimer(callback, delay, arg)
  },
  /**
   * The clearTimeout method cancels an instantiated Timer previously created
   * by calling setTimeout.
   *
   * @param {NodeJS.Timeout|FastTimer} timeout
   */
  clearTimeout (timeout) {
    // If the timeout is a FastTimer, call its own clear method.
    if (timeout[kFastTimer]) {
      /**
       * @type {FastTimer}
       */
      timeout.clear()
      // Otherwise it is an instance of a native NodeJS.Timeout, so call the
      // Node.js native clearTimeout function.
    } else {
      clearTimeout(timeout)
    }
  },
  /**
   * The setFastTimeout() method sets a fastTimer which executes a function once
   * the timer expires.
   * @param {Function} callback A function to be executed after the timer
   * expires.
   * @param {number} delay The time, in milliseconds that the timer should
   * wait before the specified function or code is executed.
   * @param {*} [arg] An optional argument to be passed to the callback function
   * when the timer expires.
   * @returns {FastTimer}
   */
  setFastTimeout (callback, delay, arg) {
    return new FastTimer(callback, delay, arg)
  },
  /**
   * The clearTimeout method cancels an instantiated FastTimer previously
   * created by calling setFastTimeout.
   *
   * @param {FastTimer} timeout
   */
  clearFastTimeout (timeout) {
    timeout.clear()
  },
  /**
   * The now method returns the value of the internal fast timer clock.
   *
   * @returns {number}
   */
  now () {
    return fastNow
  },
  /**
   * Trigger the onTick function to process the fastTimers array.
   * Exported for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   * @param {number} [delay=0] The delay in milliseconds to add to the now value.
   */
  tick (delay = 0) {
    fastNow += delay - RESOLUTION_MS + 1
    onTick()
    onTick()
  },
  /**
   * Reset FastTimers.
   * Exported for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   */
  reset () {
    fastNow = 0
    fastTimers.length = 0
    clearTimeout(fastNowTimeout)
    fastNowTimeout = null
  },
  /**
   * Exporting for testing purposes only.
   * Marking as deprecated to discourage any use outside of testing.
   * @deprecated
   */
  kFastTimer
}


/***/ }),

/***/ 3433:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ guarded),
/* harmony export */   q: () => (/* binding */ createContext)
/* harmony export */ });
/* harmony import */ var _github_event_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7736);
/* harmony import */ var _github_provenance_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2529);
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2125);
/* harmony import */ var _report_otlp_settings_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(704);
/* harmony import */ var _runner_host_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(2191);
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(8788);
/* harmony import */ var _safe_redaction_js__WEBPACK_IMPORTED_MODULE_9__ = __nccwpck_require__(9595);
/* harmony import */ var _service_http_port_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(7408);
/* harmony import */ var _service_http_proxy_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(7551);
/* harmony import */ var _session_step_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(1973);










/** A step finishes its own work for so long after a signal: GitHub allows 7.5 seconds, the contract 6 (7.3). */
const LATE_MS = 5_000;
/** A timeout holds within 10 seconds (contract 6.5). */
const OVERRUN_MS = 9_000;
/** Masks the secrets before anything else happens, and redacts them from everything that leaves the process. */
function guarded(ports) {
    const { host, files } = ports;
    const tokens = [host.input('token').trim(), host.input('github_token').trim()].filter((token) => token !== '');
    const secrets = [...new Set([...tokens, ...(0,_service_http_proxy_js__WEBPACK_IMPORTED_MODULE_8__/* .proxySecrets */ .Wm)(ports.env), ...(0,_report_otlp_settings_js__WEBPACK_IMPORTED_MODULE_3__.otlpSecrets)(ports.env)])];
    // Must come first (contract 1.1). Short secrets have no encoded forms worth masking.
    for (const secret of secrets)
        for (const form of new Set([secret, ...(0,_safe_redaction_js__WEBPACK_IMPORTED_MODULE_9__/* .secretForms */ .eo)(secret)]))
            host.mask(form);
    const redact = (0,_safe_redaction_js__WEBPACK_IMPORTED_MODULE_9__/* .createRedactor */ .lY)(secrets);
    const { otlpHttp } = ports;
    return {
        ...ports,
        host: (0,_runner_host_js__WEBPACK_IMPORTED_MODULE_4__/* .redactingHost */ .ou)(host, redact),
        files: (0,_runner_host_js__WEBPACK_IMPORTED_MODULE_4__/* .policedFiles */ .m6)((0,_runner_host_js__WEBPACK_IMPORTED_MODULE_4__/* .redactingFiles */ .lB)(files, redact), ports.env),
        http: (0,_service_http_port_js__WEBPACK_IMPORTED_MODULE_6__/* .redactingHttp */ .Qz)(ports.http, redact),
        ...(otlpHttp !== undefined && { otlpHttp: () => (0,_service_http_port_js__WEBPACK_IMPORTED_MODULE_6__/* .redactingBodies */ .IX)((0,_service_http_port_js__WEBPACK_IMPORTED_MODULE_6__/* .redactingHttp */ .Qz)(otlpHttp(), redact), redact) }),
        github: async (options) => (0,_github_port_js__WEBPACK_IMPORTED_MODULE_2__/* .redactingGitHub */ .pL)(await ports.github(options), redact),
    };
}
/** @param known details of the step's origin that the event does not tell */
function createContext(ports, known = {}) {
    const { clock, host, http, stop } = ports;
    const event = (0,_github_event_js__WEBPACK_IMPORTED_MODULE_0__/* .readEvent */ .j_)(ports.env, ports.payload);
    const step = new _session_step_js__WEBPACK_IMPORTED_MODULE_7__/* .Step */ .p({ clock, host, requests: () => http.reached() }, { ...(0,_github_provenance_js__WEBPACK_IMPORTED_MODULE_1__/* .provenanceOf */ .Jj)(event), ...known });
    const startedAt = clock.now();
    const done = new AbortController();
    let signalledAt = Infinity;
    const noteSignal = () => void (signalledAt = clock.now());
    if (stop.aborted)
        noteSignal();
    else
        stop.addEventListener('abort', noteSignal, { once: true, signal: done.signal });
    const context = {
        ...ports,
        event,
        step,
        startedAt,
        late: (0,_runner_signals_js__WEBPACK_IMPORTED_MODULE_5__/* .lateSignal */ .r)(clock, { stop, done: done.signal, lateMs: LATE_MS }),
        timeLeft: () => {
            const timeout = startedAt + (context.inputs?.timeoutMs ?? Infinity);
            return Math.max(0, Math.min(signalledAt + LATE_MS, timeout + OVERRUN_MS) - clock.now());
        },
        warn: (message) => step.warn(message),
        written: new Map(),
        close: () => done.abort(),
        inputs: null,
        thread: null,
        reporters: null,
        commitStatus: null,
        prompt: null,
        finish: null,
    };
    return context;
}


/***/ }),

/***/ 7736:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ payloadField),
/* harmony export */   Ai: () => (/* binding */ payloadText),
/* harmony export */   I2: () => (/* binding */ commentBody),
/* harmony export */   S0: () => (/* binding */ isWithdrawnComment),
/* harmony export */   gV: () => (/* binding */ payloadNumber),
/* harmony export */   j_: () => (/* binding */ readEvent),
/* harmony export */   jj: () => (/* binding */ noSecretsHere),
/* harmony export */   sR: () => (/* binding */ threadNumber)
/* harmony export */ });
/* unused harmony export isForkPullRequest */
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(618);

/** Reads the event from the runner's variables and the parsed payload. A payload of another type counts as empty. */
function readEvent(env, payload) {
    const text = (name) => env[name]?.trim() ?? '';
    const address = (name, otherwise) => (text(name) || otherwise).replace(/\/+$/, '');
    return {
        name: text('GITHUB_EVENT_NAME'),
        payload: (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isRecord */ .u4)(payload) ? payload : {},
        repository: text('GITHUB_REPOSITORY'),
        actor: text('GITHUB_ACTOR'),
        triggeringActor: text('GITHUB_TRIGGERING_ACTOR') || text('GITHUB_ACTOR'),
        workflow: text('GITHUB_WORKFLOW'),
        job: text('GITHUB_JOB'),
        workflowRunId: text('GITHUB_RUN_ID'),
        serverUrl: address('GITHUB_SERVER_URL', 'https://github.com'),
        apiUrl: address('GITHUB_API_URL', 'https://api.github.com'),
    };
}
/** The value at `path` in the payload, or undefined. */
function payloadField(event, ...path) {
    let value = event.payload;
    for (const key of path)
        value = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isRecord */ .u4)(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
}
/** The string at `path` in the payload, or an empty string. */
function payloadText(event, ...path) {
    const value = payloadField(event, ...path);
    return typeof value === 'string' ? value : '';
}
/** The integer at `path` in the payload, or null. */
function payloadNumber(event, ...path) {
    const value = payloadField(event, ...path);
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
const ISSUE_EVENTS = new Set(['issues', 'issue_comment']);
const PULL_REQUEST_EVENTS = new Set([
    'pull_request',
    'pull_request_target',
    'pull_request_review',
    'pull_request_review_comment',
]);
/** Comment events (contract 1.1, `trigger_phrase`), and the payload field that contains the body. */
const COMMENT_BODIES = {
    issue_comment: 'comment',
    pull_request_review: 'review',
    pull_request_review_comment: 'comment',
    discussion_comment: 'comment',
};
/** Number of the event's issue or pull request, or null. Discussions are not threads. */
function threadNumber(event) {
    if (ISSUE_EVENTS.has(event.name))
        return payloadNumber(event, 'issue', 'number');
    if (PULL_REQUEST_EVENTS.has(event.name))
        return payloadNumber(event, 'pull_request', 'number') ?? payloadNumber(event, 'number');
    return null;
}
/** The body of the comment or review of a comment event (empty if it has none), or null for all other events. */
function commentBody(event) {
    const field = Object.hasOwn(COMMENT_BODIES, event.name) ? COMMENT_BODIES[event.name] : undefined;
    return field === undefined ? null : payloadText(event, field, 'body');
}
/** Whether a comment event reports that its comment was deleted, or that its review was dismissed. */
function isWithdrawnComment(event) {
    const action = event.name === 'pull_request_review' ? 'dismissed' : 'deleted';
    return commentBody(event) !== null && payloadText(event, 'action') === action;
}
/** Whether the event's pull request comes from another or a deleted repository. */
function isForkPullRequest(event) {
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isRecord */ .u4)(payloadField(event, 'pull_request')))
        return false;
    const head = payloadText(event, 'pull_request', 'head', 'repo', 'full_name');
    const base = payloadText(event, 'pull_request', 'base', 'repo', 'full_name') || event.repository;
    return head.toLowerCase() !== base.toLowerCase();
}
/** Events to which GitHub gives no secrets when a fork or Dependabot is behind them. */
const SECRETLESS_EVENTS = new Set([
    'pull_request',
    'pull_request_review',
    'pull_request_review_comment',
]);
/**
 * Whether GitHub withheld the token (contract 6.3): on `pull_request` events (including reviews and review comments) from a fork, or by
 * Dependabot, which gets only Dependabot secrets.
 */
function noSecretsHere(event) {
    if (!SECRETLESS_EVENTS.has(event.name))
        return false;
    return isForkPullRequest(event) || event.actor.toLowerCase() === 'dependabot[bot]';
}


/***/ }),

/***/ 8158:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  g: () => (/* binding */ checkAccount),
  Y: () => (/* binding */ checkPermission)
});

// EXTERNAL MODULE: ./build/src/github/port.js
var port = __nccwpck_require__(2125);
// EXTERNAL MODULE: ./build/src/github/wait-out.js
var wait_out = __nccwpck_require__(3758);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __nccwpck_require__(275);
// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __nccwpck_require__(7736);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __nccwpck_require__(618);
;// CONCATENATED MODULE: ./build/src/github/people.js
/** The people behind an event, and whether their permission is checked (contract 6.1). Pure: uses only environment and payload. */


/** Only people with write access and GitHub itself can trigger these events. All other events are checked, including unknown ones. */
const TRUSTED_EVENTS = new Set([
    'push',
    'schedule',
    'workflow_dispatch',
    'repository_dispatch',
    'merge_group',
    'release',
    'create',
    'delete',
    'deployment',
]);
/** Payload fields that name people other than `github.actor` and `github.triggering_actor`. */
const FURTHER_PEOPLE = {
    workflow_run: [
        ['workflow_run', 'actor'],
        ['workflow_run', 'triggering_actor'],
    ],
    // Whoever edits or deletes a comment is the actor, but the text is the author's. See `WRITTEN_BY_ACTOR`.
    issue_comment: [['comment', 'user']],
    pull_request_review: [['review', 'user']],
    pull_request_review_comment: [['comment', 'user']],
    discussion_comment: [['comment', 'user']],
};
/** Actions with which the author of a comment or review is the actor of the event. */
const WRITTEN_BY_ACTOR = new Set(['', 'created', 'submitted']);
/** Whether the event needs no permission check. Also true outside GitHub, where there is no event. */
function isTrusted(event) {
    if (event.name === '')
        return Object.keys(event.payload).length === 0;
    return TRUSTED_EVENTS.has(event.name) || (event.name === 'pull_request' && isOwnPullRequest(event));
}
/** Whether the head of the event's pull request is in this repository, so that its author can push there. */
function isOwnPullRequest(event) {
    const head = (0,github_event/* payloadText */.Ai)(event, 'pull_request', 'head', 'repo', 'full_name');
    return head !== '' && sameName(head, event.repository);
}
/** The people behind an event that is not trusted. */
function peopleBehind(event) {
    const logins = [event.actor, event.triggeringActor];
    const isOwnText = (0,github_event/* commentBody */.I2)(event) !== null && WRITTEN_BY_ACTOR.has((0,github_event/* payloadText */.Ai)(event, 'action'));
    const further = isOwnText || !Object.hasOwn(FURTHER_PEOPLE, event.name) ? undefined : FURTHER_PEOPLE[event.name];
    let unnamed = event.actor === '' ? 'github.actor' : null;
    for (const path of further ?? []) {
        const person = (0,github_event/* payloadField */.$)(event, ...path);
        // Older GitHub Enterprise Servers omit the field. Null means a deleted account.
        if (person === undefined)
            continue;
        const login = (0,json/* isRecord */.u4)(person) ? person['login'] : null;
        if (typeof login === 'string' && login !== '')
            logins.push(login);
        else
            unnamed ??= path.join('.');
    }
    const distinct = logins.filter((login, at) => login !== '' && logins.findIndex((one) => sameName(one, login)) === at);
    return { logins: distinct, unnamed };
}
/** Compares logins and repository names case-insensitively, as GitHub does. */
function sameName(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
/** Accounts are at most this deep in a payload (`pull_request.head.repo.owner`), and payloads have far fewer objects than this. */
const SEARCH = { depth: 6, objects: 20_000 };
/** Fields of a payload's objects (`issue.user`) where GitHub itself writes an account. */
const PERSON_FIELDS = new Set(['user', 'actor', 'triggering_actor', 'creator']);
/**
 * The type of an account in the payload (`User`, `Bot`, `Organization`, \u2026). `Bot` if it appears as one anywhere; other types count only where
 * GitHub writes them, because some payloads contain JSON of others (`deployment.payload`, the metadata of a package). Null if none counts.
 */
function accountTypeInPayload(event, login) {
    let left = SEARCH.objects;
    let found = null;
    const visit = (value, path) => {
        if (typeof value !== 'object' || value === null || path.length > SEARCH.depth || left === 0 || found === 'Bot')
            return;
        left -= 1;
        if ((0,json/* isRecord */.u4)(value)) {
            const { login: name, type } = value;
            if (typeof name === 'string' && typeof type === 'string' && sameName(name, login)) {
                if (isBotType(type))
                    found = 'Bot';
                else if (isWrittenByGitHub(path))
                    found ??= type;
            }
        }
        for (const [key, child] of Object.entries(value))
            visit(child, [...path, key]);
    };
    visit(event.payload, []);
    return found;
}
function isWrittenByGitHub(path) {
    const [first, second] = path;
    return (path.length === 1 && first === 'sender') || (path.length === 2 && PERSON_FIELDS.has(String(second)));
}
function isBotType(type) {
    return type?.toLowerCase() === 'bot';
}

// EXTERNAL MODULE: ./build/src/github/trigger-phrase.js
var trigger_phrase = __nccwpck_require__(7160);
;// CONCATENATED MODULE: ./build/src/github/permissions.js
/** Who may trigger the action (contract 6.1): trigger phrase first, then permissions, both before any request to the service. */






const GO = { go: true };
const LEVELS = { write: 1, maintain: 2, admin: 3 };
/**
 * Ranks a permission, 0 below write. `permission` is admin, write, read or none, and the base of a custom role. Only
 * `role_name` distinguishes maintain, which ranks above the write reported with it.
 */
function rank(answer) {
    const base = Object.hasOwn(LEVELS, answer.permission) ? (LEVELS[answer.permission] ?? 0) : 0;
    return base > 0 && answer.roleName === 'maintain' ? Math.max(base, 2) : base;
}
function skip(reason) {
    return { go: false, reason };
}
/** Whether the account is a bot. Throws if that cannot be determined. `type` is null if not known yet. */
async function isBot({ login, type }, rules) {
    if (isBotType(type) || login.toLowerCase().endsWith('[bot]'))
        return true;
    if (type !== null)
        return false;
    try {
        return isBotType(await rules.accountType(login));
    }
    catch (error) {
        // People need no permission in this case, so the account type does not matter.
        if (rules.requirePermission === 'none')
            return false;
        throw error;
    }
}
/**
 * Whether one account may trigger the action. Requests permissions only for people, and denies access if a request fails.
 * @param account `type` as received from GitHub (`User`, `Bot`), or null to request it
 */
async function checkAccount(account, rules) {
    const { login } = account;
    const { requirePermission: required, repository } = rules;
    let answer;
    try {
        if (await isBot(account, rules)) {
            if (rules.allowedBots.some((bot) => bot !== '*' && bot === login))
                return GO;
            return skip(`${login} is a bot that is not listed in allowed_bots. Add "${login}" to allowed_bots if it may trigger the agent.`);
        }
        if (required === 'none')
            return GO;
        answer = await rules.permissionOf(login);
    }
    catch (error) {
        const passing = error instanceof port/* GitHubError */.y_ && (0,wait_out/* isPassing */.WG)(error);
        const next = passing
            ? 'GitHub limits requests or did not answer: trigger the workflow again later.'
            : "Give github_token read access to the repository's metadata, or try again.";
        return skip(`The permission of ${login} on ${repository} could not be read (${(0,format/* messageOf */.bD)(error)}). ${next}`);
    }
    if (rank(answer) >= (LEVELS[required] ?? Infinity))
        return GO;
    const role = answer.roleName || answer.permission || 'no role';
    return skip(`${login} has ${role} on ${repository}, and require_permission asks for ${required}. Someone with ${required} permission must trigger this workflow themselves.`);
}
/** Decides whether the step may continue. Checks each account once. */
async function checkPermission(event, check) {
    const body = (0,github_event/* commentBody */.I2)(event);
    if (body !== null && check.ownComment(body))
        return skip("The comment was written by this action, and the action's own comments never trigger it.");
    if ((0,github_event/* isWithdrawnComment */.S0)(event) && (check.triggerPhrase !== '' || check.usesText))
        return skip(event.name === 'pull_request_review'
            ? 'The review was dismissed, so its text starts nothing.'
            : 'The comment was deleted, so its text starts nothing.');
    if (body !== null && check.triggerPhrase !== '' && !(await (0,trigger_phrase/* hasTriggerPhrase */.U)(body, check.triggerPhrase)))
        return skip(`The comment does not contain "${check.triggerPhrase}" as a word of its own outside quotes and code. Write it in a new comment to start the agent.`);
    if (isTrusted(event))
        return GO;
    const { logins, unnamed } = peopleBehind(event);
    if (unnamed !== null && check.requirePermission !== 'none')
        return skip(`The event has no login in \`${unnamed}\`, so that person's permission cannot be checked. Have someone with access trigger the workflow again, or set require_permission: none.`);
    for (const login of logins) {
        const account = { login, type: accountTypeInPayload(event, login) };
        const decision = await checkAccount(account, { ...check, repository: event.repository });
        if (!decision.go)
            return decision;
    }
    return GO;
}


/***/ }),

/***/ 2125:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $c: () => (/* binding */ COMMIT_STATES),
/* harmony export */   pL: () => (/* binding */ redactingGitHub),
/* harmony export */   y_: () => (/* binding */ GitHubError)
/* harmony export */ });
/**
 * The parts of GitHub that this action uses: one repository, REST only (contract 7). `octokit.ts` is the real
 * implementation, loaded lazily.
 */
/** States of a commit status (`POST /repos/{owner}/{repo}/statuses/{sha}`). */
const COMMIT_STATES = ['pending', 'success', 'failure', 'error'];
class GitHubError extends Error {
    name = 'GitHubError';
    status;
    retryAfterMs;
    constructor(failure, options) {
        super(failure.message, options);
        this.status = failure.status;
        this.retryAfterMs = failure.retryAfterMs;
    }
}
/** Maximum UTF-16 units of GitHub's message to show. */
const MESSAGE_MAX = 500;
/**
 * Wraps a port so that neither comments nor errors contain secrets. Errors are redacted before they are truncated,
 * because a truncated secret is no longer recognized.
 */
function redactingGitHub(github, redact) {
    const told = (error) => {
        if (!(error instanceof GitHubError))
            return error;
        const { status, retryAfterMs } = error;
        return new GitHubError({ status, message: redact(error.message).slice(0, MESSAGE_MAX), retryAfterMs }, { cause: error });
    };
    const guard = (answer) => answer.catch((error) => {
        throw told(error);
    });
    return {
        permissionOf: (login, signal) => guard(github.permissionOf(login, signal)),
        accountType: (login, signal) => guard(github.accountType(login, signal)),
        ownLogin: (signal) => guard(github.ownLogin(signal)),
        comment: (commentId, signal) => guard(github.comment(commentId, signal)),
        createComment: (thread, body, signal) => guard(github.createComment(thread, redact(body), signal)),
        updateComment: (commentId, body, signal) => guard(github.updateComment(commentId, redact(body), signal)),
        deleteComment: (commentId, signal) => guard(github.deleteComment(commentId, signal)),
        pullRequest: (place, signal) => guard(github.pullRequest(place, signal)),
        committedAt: (place, signal) => guard(github.committedAt(place, signal)),
        createCommitStatus: ({ description, targetUrl, ...status }, signal) => guard(github.createCommitStatus({ ...status, description: redact(description), targetUrl: targetUrl === null ? null : redact(targetUrl) }, signal)),
        pullRequestFiles: (number, signal) => guard(github.pullRequestFiles(number, signal)),
        reviews: (number, signal) => guard(github.reviews(number, signal)),
        reviewComments: (number, signal) => guard(github.reviewComments(number, signal)),
        createReview: (review, signal) => guard(github.createReview({
            ...review,
            body: redact(review.body),
            comments: review.comments.map((comment) => ({ ...comment, body: redact(comment.body) })),
        }, signal)),
        updateReviewComment: (commentId, body, signal) => guard(github.updateReviewComment(commentId, redact(body), signal)),
        react: (commentId, reaction, signal) => guard(github.react(commentId, reaction, signal)),
        async *comments(thread, signal) {
            try {
                yield* github.comments(thread, signal);
            }
            catch (error) {
                throw told(error);
            }
        },
    };
}


/***/ }),

/***/ 2529:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Jj: () => (/* binding */ provenanceOf),
/* harmony export */   Me: () => (/* binding */ replyOf),
/* harmony export */   T: () => (/* binding */ namedBy)
/* harmony export */ });
/* harmony import */ var _event_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7736);

function provenanceOf(event) {
    const { repository, workflowRunId, serverUrl } = event;
    const known = repository !== '' && workflowRunId !== '';
    return {
        event: event.name,
        actor: event.triggeringActor,
        repository,
        serverUrl,
        workflow: event.workflow,
        workflowRunUrl: known ? `${serverUrl}/${repository}/actions/runs/${workflowRunId}` : null,
        promptHash: null,
        orgId: null,
    };
}
/** How to answer the run's question from the event's thread, or nothing if the thread cannot resume the run. */
function replyOf(event, { resume, triggerPhrase }) {
    const thread = (0,_event_js__WEBPACK_IMPORTED_MODULE_0__/* .threadNumber */ .sR)(event);
    return resume === 'thread' && thread !== null ? { reply: { thread, phrase: triggerPhrase } } : {};
}
/** What the inputs add: the repositories that they name, and the task if it may be shown (contract 1.1, 6.4). */
function namedBy(inputs) {
    const { repo, prompt, showPrompt } = inputs;
    return { repositories: repo === null ? [] : [repo], ...(showPrompt && prompt !== null && { task: prompt }) };
}


/***/ }),

/***/ 7160:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ hasTriggerPhrase)
/* harmony export */ });
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(695);
/* harmony import */ var _shared_pattern_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7656);
/** The trigger phrase of a comment (contract 1.1, `trigger_phrase`). */


/** Punctuation of all scripts, except hyphens, apostrophes, middle dots and wide forms of characters that may continue a word. */
const WIDE = String.raw `[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{Pd}]--[\p{ASCII}\u2010\u2011\u2019\u00b7\u2027\uff03\uff05\uff06\uff07\uff0d\uff0e\uff0f\uff20\uff3c]]`;
/** Start of the text, white space, opening punctuation, or emphasis after one of these. */
const BEFORE = String.raw `(?<=^|[\s\(\[\{"'*~,;:.!?\|]|${WIDE}|(?:^|\s)_{1,3})`;
/** End of the text, white space, closing punctuation, or a dot, apostrophe or underscore that does not continue a word. */
const AFTER = String.raw `(?=$|[\s\)\]\}"*~,;:!?\|]|${WIDE}|[.\uff0e'\u2019_]+(?![\p{L}\p{N}_\-]))`;
/**
 * Whether `body` contains the phrase as a separate word outside quotes, code and hidden text. Case-insensitive (`@Agent` is `@agent`, as
 * with GitHub's mentions), and any white space matches a space in the phrase. `@agents`, `@agent-x`, `me@agent` and `@agent.example` do
 * not contain `@agent`. An empty phrase never matches. The text is parsed only if it contains the words at all.
 */
async function hasTriggerPhrase(body, phrase) {
    const words = phrase
        .trim()
        .split(/\s+/)
        .map(_shared_pattern_js__WEBPACK_IMPORTED_MODULE_1__/* .escapePattern */ .M)
        .join(String.raw `\s+`);
    if (words === '' || !new RegExp(words, 'iv').test((0,_safe_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(body)))
        return false;
    const pattern = new RegExp(`${BEFORE}${words}${AFTER}`, 'iv');
    const { saidIn } = await Promise.all(/* import() */[__nccwpck_require__.e(863), __nccwpck_require__.e(194), __nccwpck_require__.e(937)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2937));
    // Invisible characters are removed last, because they affect where lines and quotes end.
    return saidIn(body).some((block) => pattern.test((0,_safe_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(block)));
}


/***/ }),

/***/ 3758:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   WG: () => (/* binding */ isPassing),
/* harmony export */   a5: () => (/* binding */ isRateLimit),
/* harmony export */   ak: () => (/* binding */ waitOut)
/* harmony export */ });
/* harmony import */ var _port_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2125);

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Prevents retries without pause if the limit has already been reset. */
const SHORTEST_PAUSE_MS = 1_000;
/** The port has already distinguished it from a missing permission, which is a 403 as well. */
function isRateLimit({ status, retryAfterMs }) {
    return retryAfterMs !== null || status === 429;
}
/** Rate limits, faults and missing responses: the same request may succeed later. */
function isPassing(error) {
    const { status } = error;
    return isRateLimit(error) || status === null || status >= 500 || status === 408;
}
/**
 * Retries `ask` at the times that GitHub names, or after growing pauses. Rejects like `ask` if the error is permanent
 * or the budget is used up, and with `signal.reason` on abort.
 */
async function waitOut(ask, { clock, signal, budgetMs, passes }) {
    const until = clock.now() + budgetMs;
    for (let attempt = 0;; attempt += 1) {
        try {
            return await ask();
        }
        catch (error) {
            signal.throwIfAborted();
            if (!(error instanceof _port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_) || !passes(error))
                throw error;
            const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
            const pauseMs = Math.max(SHORTEST_PAUSE_MS, error.retryAfterMs ?? growing);
            if (clock.now() + pauseMs > until)
                throw error;
            await clock.sleep(pauseMs, signal);
        }
    }
}


/***/ }),

/***/ 7148:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Bh: () => (/* binding */ exactlyOnceOf),
/* harmony export */   Hc: () => (/* binding */ commentMark),
/* harmony export */   Ug: () => (/* binding */ stepKey)
/* harmony export */ });
/* unused harmony export identityOf */
/* harmony import */ var _prompt_prompt_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4483);
/* harmony import */ var _thread_comment_identity_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(1121);
/* harmony import */ var _key_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7247);
/* harmony import */ var _mark_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8715);




/** The key of the step or of one of its tasks. `turn` counts its requests to one run. */
function stepKey({ inputs, event, env, task = null }, turn = 0) {
    const { idempotencyKey: ownKey, siblingIndex: matrixIndex } = inputs;
    return (0,_key_js__WEBPACK_IMPORTED_MODULE_1__/* .keyOf */ .TN)({ ...(0,_key_js__WEBPACK_IMPORTED_MODULE_1__/* .keyPartsOf */ .nG)(event, env), ownKey, matrixIndex, commentKey: (0,_thread_comment_identity_js__WEBPACK_IMPORTED_MODULE_3__/* .commentKeyOf */ .EV)(inputs, event), turn, task });
}
/** The identity of a request of the step. `turn` is 0 for the create, 1 for a follow-up, 2 for a repair. */
async function identityOf(sources, turn = 0) {
    const { inputs, event, env } = sources;
    const eventText = await (0,_prompt_prompt_js__WEBPACK_IMPORTED_MODULE_0__/* .askedText */ .k7)({ inputs, event });
    const asked = (0,_key_js__WEBPACK_IMPORTED_MODULE_1__/* .askedHash */ .j)({ prompt: inputs.prompt ?? '', schema: inputs.outputSchema, eventText });
    return { key: stepKey(sources, turn), generation: (0,_key_js__WEBPACK_IMPORTED_MODULE_1__/* .attemptOf */ .tx)(env), asked };
}
/** Null without `idempotency: metadata`. */
async function exactlyOnceOf(sources, published) {
    const { inputs, env } = sources;
    if (inputs.idempotency !== 'metadata' || inputs.prompt === null)
        return null;
    // Another workflow run may have used the same custom key.
    const lookFirst = (0,_key_js__WEBPACK_IMPORTED_MODULE_1__/* .attemptOf */ .tx)(env) > 1 || inputs.idempotencyKey !== null;
    const identity = await identityOf(sources);
    const [followUpMark, repairMark] = [await markOf(sources, 1), await markOf(sources, 2)];
    return { identity, lookFirst, followUpMark, repairMark, published };
}
/** The mark of the turn for a comment. It differs for each comment, even with the same key. */
async function commentMark(sources, commentId) {
    const { asked, ...identity } = await identityOf(sources, 1);
    return (0,_mark_js__WEBPACK_IMPORTED_MODULE_2__/* .followUpMark */ .oV)({ ...identity, asked: `${asked} ${commentId} ${sources.event.workflowRunId}` });
}
/** The mark appended to a follow-up of the step. */
async function markOf(sources, turn) {
    return (0,_mark_js__WEBPACK_IMPORTED_MODULE_2__/* .followUpMark */ .oV)(await identityOf(sources, turn));
}


/***/ }),

/***/ 7247:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   TN: () => (/* binding */ keyOf),
/* harmony export */   j: () => (/* binding */ askedHash),
/* harmony export */   nG: () => (/* binding */ keyPartsOf),
/* harmony export */   tx: () => (/* binding */ attemptOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9176);
/** Identifies equal requests of steps: the key, its generation and a hash of the request (contract 4.8, 4.9). Pure. */


/** 32 hex digits. A JSON array keeps the parts apart. */
function keyOf(parts) {
    const { repository, ownKey, workflowRunId, job, matrixIndex, action, commentKey, turn, task } = parts;
    const scope = ownKey === null ? ['run', workflowRunId] : ['own', ownKey];
    return digest(['key/1', repository.toLowerCase(), ...scope, job, matrixIndex, action, commentKey, turn, task]);
}
/** 32 hex digits that identify the request among others with the same key. */
function askedHash({ prompt, schema, eventText }) {
    return digest(['asked/1', prompt, schema, eventText]);
}
/** The parts of a step's key that the runner provides. */
function keyPartsOf(event, env) {
    const { repository, workflowRunId, job } = event;
    return { repository, workflowRunId, job, action: env['GITHUB_ACTION']?.trim() ?? '' };
}
/** `GITHUB_RUN_ATTEMPT`, from 1; 1 outside GitHub. */
function attemptOf(env) {
    return (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_1__/* .integerOf */ .c)(env['GITHUB_RUN_ATTEMPT']?.trim() ?? '') || 1;
}
function digest(parts) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}


/***/ }),

/***/ 8715:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   kN: () => (/* binding */ withMark),
/* harmony export */   oV: () => (/* binding */ followUpMark),
/* harmony export */   yU: () => (/* binding */ isEcho)
/* harmony export */ });
/* unused harmony export isMark */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/** The short mark at the end of a follow-up, whose echo in the log proves that the follow-up arrived (contract 4.9, 7.2). Pure. */

const MARK = /^ara-[0-9a-f]{16}$/;
/** `ara-` and 16 hex digits, different for each key, generation and request of the step. */
function followUpMark({ key, generation, asked }) {
    const text = JSON.stringify(['mark/1', key, generation, asked]);
    return `ara-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(text).digest('hex').slice(0, 16)}`;
}
function isMark(text) {
    return MARK.test(text);
}
/** Appends the mark, if any, to the prompt on a line of its own. */
function withMark(prompt, mark) {
    return mark === null ? prompt : `${prompt}\n\n(Reference of this message: ${mark})`;
}
/** Whether the entry is the echo of the follow-up with this mark. */
function isEcho({ view, line }, mark) {
    return view.message_type === 'USER_MESSAGE' && line.includes(mark);
}


/***/ }),

/***/ 9423:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  h: () => (/* binding */ CONNECTION),
  w: () => (/* binding */ TASK)
});

// EXTERNAL MODULE: ./build/src/inputs/files.js
var files = __nccwpck_require__(433);
// EXTERNAL MODULE: ./build/src/inputs/images.js
var inputs_images = __nccwpck_require__(750);
// EXTERNAL MODULE: ./build/src/shared/json.js
var json = __nccwpck_require__(618);
;// CONCATENATED MODULE: ./build/src/inputs/request-fields.js
/** The input `request_fields`: further fields of the create request (contract 1.1). */

function requestFields(read) {
    const given = read.text('request_fields');
    if (given === '')
        return {};
    const accepted = 'a JSON object without `prompt` and `repo_id`';
    let parsed;
    try {
        parsed = (0,json/* parseJson */.qF)(given);
    }
    catch {
        read.problem('request_fields', `"${given}", which is not JSON`, accepted);
        return {};
    }
    if (!(0,json/* isRecord */.u4)(parsed) || 'prompt' in parsed || 'repo_id' in parsed) {
        read.problem('request_fields', `"${given}"`, accepted);
        return {};
    }
    if ('model' in parsed && read.text('model') !== '')
        read.problem('model', `"${read.text('model')}", with another in \`request_fields\``, 'the model in one of the two');
    if ('images' in parsed && read.text('images') !== '')
        read.problem('images', 'images, with others in `request_fields`', 'the images in one of the two');
    const { metadata } = parsed;
    if (read.text('idempotency').toLowerCase() === 'metadata' && !takesFields(metadata))
        read.problem('request_fields', `\`metadata\` ${JSON.stringify(metadata)} together with \`idempotency: metadata\``, '`metadata` as a JSON object, which the key of `idempotency` is added to');
    return parsed;
}
/** Whether the key of `idempotency: metadata` can be added. It would replace metadata that is not an object. */
function takesFields(metadata) {
    return metadata === undefined || metadata === null || (0,json/* isRecord */.u4)(metadata);
}

// EXTERNAL MODULE: ./build/src/inputs/row.js
var row = __nccwpck_require__(6934);
;// CONCATENATED MODULE: ./build/src/inputs/basics.js
/** Input rows for the service, the credentials and the agent's task. */




const CONNECTION = {
    token: (0,row/* row */.n)({
        field: 'token',
        description: 'API token of the agent service. Store it as a secret. Pull requests from forks and by Dependabot get no secrets; the step is then skipped.',
        required: true,
        read: ({ read }) => token(read),
    }),
    org_id: (0,row/* row */.n)({
        field: 'orgId',
        description: 'Numeric ID of your organization at the agent service.',
        required: true,
        read: ({ read }) => orgId(read),
    }),
    base_url: (0,row/* row */.n)({
        field: 'baseUrl',
        description: 'Root URL of the agent service, such as `https://agents.example.com`. Must use `https:`, except for loopback addresses.',
        required: true,
        read: ({ read }) => baseUrl(read),
    }),
};
const TASK = {
    prompt: (0,row/* row */.n)({
        field: 'prompt',
        description: 'Task for the agent, or the follow-up when a run is resumed. With `agent_run_id` and no prompt, the run is only followed.',
        read: files/* prompt */.J1,
    }),
    prompt_file: (0,row/* row */.n)({
        field: 'promptFile',
        description: 'File in the workspace that contains the prompt, in UTF-8. Cannot be combined with `prompt`.',
        read: ({ read }) => read.optional('prompt_file'),
    }),
    repo: (0,row/* row */.n)({
        field: 'repo',
        description: 'Repository that the agent works on, as `owner/name`. Cannot be combined with `repo_id`.',
        read: ({ read }) => repo(read),
    }),
    repo_id: (0,row/* row */.n)({
        field: 'repoId',
        description: 'Numeric ID of the repository at the agent service. Sent only when a run is created.',
        read: ({ read }) => repoId(read),
    }),
    agent_run_id: (0,row/* row */.n)({
        field: 'agentRunId',
        description: 'ID of an existing run to resume instead of creating a new one. Takes precedence over `resume`.',
        read: ({ read }) => read.integer('agent_run_id', { min: 1, accepted: row/* POSITIVE_INTEGER */.J }),
    }),
    resume: (0,row/* row */.n)({
        field: 'resume',
        description: '`never`, or `thread` to resume the run recorded in this issue or pull request. Creates a run if none is recorded. Needs a `github_token` that can write comments.',
        default: 'never',
        read: ({ read }) => read.choice('resume', ['never', 'thread']),
    }),
    context: (0,row/* row */.n)({
        field: 'context',
        description: '`none`, or `event` to append the issue, comment or pull request that triggered the workflow to the prompt, fenced as untrusted text.',
        default: 'none',
        read: ({ read }) => read.choice('context', ['none', 'event']),
    }),
    model: (0,row/* row */.n)({
        field: 'model',
        description: 'Model for a new run. Pass other fields, such as `agent_type`, in `request_fields`.',
        read: ({ read }) => read.optional('model'),
    }),
    images: (0,row/* row */.n)({
        field: 'images',
        description: 'Images in the workspace to send with the prompt (PNG, JPEG, GIF or WebP), separated by commas or new lines. Globs are allowed; at most 10 files of 5 MB each.',
        read: inputs_images/* images */.zC,
    }),
    request_fields: (0,row/* row */.n)({
        field: 'requestFields',
        description: 'JSON object with additional fields for the create request, such as `metadata`. Must not contain `prompt` or `repo_id`.',
        read: ({ read }) => requestFields(read),
    }),
    task: (0,row/* row */.n)({
        field: 'task',
        description: '`run`, `check` to test the configuration without spending a run, `setup-commands` (needs `repo` or `repo_id`) or `analyze-logs` (needs `sandbox_id`).',
        default: 'run',
        read: ({ read }) => read.choice('task', ['run', 'check', 'setup-commands', 'analyze-logs']),
    }),
    sandbox_id: (0,row/* row */.n)({
        field: 'sandboxId',
        description: 'ID of the sandbox whose logs `task: analyze-logs` looks at.',
        read: ({ read }) => read.integer('sandbox_id', { min: 1, accepted: row/* POSITIVE_INTEGER */.J }),
    }),
};
const TOKEN = 'the API token of the service, visible ASCII characters without spaces or quotes';
/** Describes the problem with a token without repeating it, or null if the token is usable. */
function tokenProblem(value) {
    if (value === '')
        return [
            'nothing',
            `${TOKEN}. Is the secret defined for this repository, organization or environment under exactly this name, and may this event read it? Workflows from forks and by Dependabot, and reusable workflows without \`secrets: inherit\`, get no secrets`,
        ];
    if (/^bearer\b/i.test(value))
        return ['a value that begins with "Bearer"', `${TOKEN}; the action adds "Bearer" itself`];
    if (/^["'`]|["'`]$/.test(value))
        return ['a value in quotes', `${TOKEN}; remove the quotation marks from the value of the secret`];
    if (/\$\{\{|^secrets\./i.test(value))
        return ['an expression that was not evaluated', `${TOKEN}, as in \`token: \${{ secrets.AGENT_RUN_TOKEN }}\``];
    // Other characters are not valid in a header value and would make the request fail with a less helpful error.
    if (/\s/.test(value))
        return ['a value with spaces or line breaks in it', TOKEN];
    return /^[\x21-\x7e]+$/.test(value) ? null : ['a value with characters that no token has', TOKEN];
}
function token(read) {
    const value = read.text('token');
    const problem = tokenProblem(value);
    if (problem !== null)
        read.problem('token', ...problem);
    return value;
}
/** Parses an ID. The message says where to find the number, because users often give the name instead. */
function orgId(read) {
    const accepted = `${row/* POSITIVE_INTEGER */.J}, the organization's number in the settings of the service and not its name`;
    return read.integer('org_id', { min: 1, accepted, required: true }) ?? 0;
}
function repoId(read) {
    const given = read.text('repo_id');
    const named = /^(?:https?:\/\/\S+\/)?[\w.-]+\/[\w.-]+$/.test(given);
    const accepted = named
        ? `${row/* POSITIVE_INTEGER */.J}. To give the repository as \`owner/name\`, use the input \`repo\` instead`
        : `${row/* POSITIVE_INTEGER */.J}, or the input \`repo\` with \`owner/name\` instead`;
    return read.integer('repo_id', { min: 1, accepted });
}
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
/** Without a trailing slash, and without the `/v1` that every path of the spec already has. */
function baseUrl(read) {
    const given = read.text('base_url');
    const accepted = "the root URL of the service's API, such as `https://agents.example.com` (`http://` only for loopback addresses), without user name, password, query or fragment";
    const authority = /^[a-z]+:\/*([^/?#]*)/i.exec(given)?.[1] ?? '';
    // User info usually contains a password, so the value is not repeated.
    const shown = authority.includes('@')
        ? 'an address with a user name or password'
        : given === ''
            ? 'nothing'
            : `"${given}"`;
    const refuse = () => {
        read.problem('base_url', shown, accepted);
        return '';
    };
    if (/^[\w-]+(?:\.[\w-]+)+(?:[/:]|$)/.test(given) && !given.includes('://')) {
        read.problem('base_url', shown, `${accepted}. Did you mean "https://${given}"?`);
        return '';
    }
    if (!URL.canParse(given))
        return refuse();
    const url = new URL(given);
    const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
    if (!safe || authority.includes('@') || /[?#]/.test(given) || url.username !== '' || url.password !== '')
        return refuse();
    return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
}
function repo(read) {
    const given = read.optional('repo');
    if (given !== null && !/^[\w.-]+\/[\w.-]+$/.test(given)) {
        const [, meant] = /^(?:https:\/\/|git@)[^/:]+[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(given) ?? [];
        const hint = meant === undefined ? '' : `. Did you mean "${meant}"?`;
        read.problem('repo', `"${given}"`, `a repository as \`owner/name\`${hint}`);
    }
    else if (given !== null && read.text('repo_id') !== '') {
        read.problem('repo', `"${given}" together with \`repo_id\``, 'one of the two');
    }
    return given;
}


/***/ }),

/***/ 433:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   EJ: () => (/* binding */ workspaceFile),
/* harmony export */   Gi: () => (/* binding */ logsFile),
/* harmony export */   J1: () => (/* binding */ prompt),
/* harmony export */   fe: () => (/* binding */ outputSchema)
/* harmony export */ });
/* harmony import */ var _runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6853);

/** `prompt`, or the text of `prompt_file`, or null if there is nothing to send, as in the post step. */
function prompt({ read, afterwards = false, ...place }) {
    if (afterwards)
        return null;
    const inline = read.text('prompt');
    const path = read.text('prompt_file');
    if (inline !== '' && path !== '') {
        read.problem('prompt_file', `"${path}" together with \`prompt\``, 'one of the two');
        return null;
    }
    if (inline !== '')
        return inline;
    if (path !== '')
        return workspaceFile(read, { name: 'prompt_file', path, ...place });
    const needless = read.text('tasks') !== '' ||
        !['', 'none'].includes(read.text('review').toLowerCase()) ||
        !['', 'run'].includes(read.text('task').toLowerCase());
    if (!needless && read.text('agent_run_id') === '') {
        read.problem('prompt', 'nothing', 'an instruction, here or in `prompt_file`; without one, an `agent_run_id` to follow');
    }
    return null;
}
/** The text of `output_schema`, given inline or as a file, or null if not set. The post step gets the input as given. */
function outputSchema({ read, afterwards = false, ...place }) {
    const given = read.text('output_schema');
    if (given === '')
        return null;
    // A schema is an object or a boolean. Anything else is a path.
    if (afterwards || given.startsWith('{') || given === 'true' || given === 'false')
        return given;
    return workspaceFile(read, { name: 'output_schema', path: given, ...place });
}
/**
 * The resolved path of `logs_file` after checking that it is writable, or null for the default. In the post step also
 * null if it is no longer allowed.
 */
function logsFile({ read, env, files, afterwards = false }) {
    const given = read.text('logs_file');
    if (given === '')
        return null;
    const refuse = (why) => {
        if (!afterwards)
            read.problem('logs_file', `"${given}"${why}`, 'the path of a file inside the workspace or RUNNER_TEMP');
        return null;
    };
    const checked = (0,_runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__/* .createPathPolicy */ .eY)(env, files).forWriting(given);
    if (!checked.ok)
        return refuse(`, ${checked.why}`);
    const { path } = checked;
    const isOther = files.realPath(path) !== null && !files.isFile(path);
    return isOther || (0,_runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__/* .isBelowFile */ .K0)(files, path) || /[/\\]$/.test(given) ? refuse('') : path;
}
/** The text of a file in the workspace. Returns null and reports a problem if it cannot be read. */
function workspaceFile(read, { name, path, env, files }) {
    const accepted = 'the path of a UTF-8 text file inside the workspace that is not empty';
    const checked = (0,_runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__/* .createPathPolicy */ .eY)(env, files).forReading(path);
    if (!checked.ok) {
        read.problem(name, `"${path}", ${checked.why}`, accepted);
        return null;
    }
    const real = checked.path;
    if (!files.isFile(real)) {
        read.problem(name, `"${path}", but there is no such file`, `${accepted}; is the checkout step before this one?`);
        return null;
    }
    try {
        const text = files.readText(real);
        if (text.trim() !== '')
            return text;
        read.problem(name, `"${path}", which is empty`, accepted);
    }
    catch (error) {
        const why = error instanceof TypeError
            ? 'which is not UTF-8'
            : error instanceof RangeError
                ? 'which is too large'
                : 'which cannot be read';
        read.problem(name, `"${path}", ${why}`, accepted);
    }
    return null;
}


/***/ }),

/***/ 750:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Np: () => (/* binding */ dataUrisOf),
/* harmony export */   zC: () => (/* binding */ images)
/* harmony export */ });
/* unused harmony export imageTypeOf */
/* harmony import */ var _runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6853);

const MAX_FILES = 10;
const MAX_BYTES = 5 * 1024 * 1024;
/** Enough bytes for every file signature. */
const HEAD_BYTES = 12;
const ACCEPTED = `at most ${MAX_FILES} PNG, JPEG, GIF or WebP files in the workspace, of at most 5 MB each`;
/** Checks each named file. The content is read when it is sent. None in the post step, which sends nothing. */
function images({ read, env, files, afterwards = false }) {
    if (afterwards)
        return [];
    const policy = (0,_runner_path_policy_js__WEBPACK_IMPORTED_MODULE_0__/* .createPathPolicy */ .eY)(env, files);
    const found = new Map();
    for (const pattern of read.list('images')) {
        const paths = pathsOf(pattern, { files, workspace: env['GITHUB_WORKSPACE'] ?? '' });
        if (paths.length === 0)
            read.problem('images', `"${pattern}", which matches no file`, ACCEPTED);
        // One more than allowed is enough to detect the excess.
        for (const path of paths.slice(0, MAX_FILES + 1)) {
            const checked = policy.forReading(path);
            if (!checked.ok) {
                read.problem('images', `"${path}", ${checked.why}`, ACCEPTED);
                continue;
            }
            const image = imageAt(checked.path, { shown: path, files, read });
            if (image !== null)
                found.set(image.path, image);
        }
    }
    if (found.size > MAX_FILES)
        read.problem('images', `more than ${MAX_FILES} files`, ACCEPTED);
    return [...found.values()];
}
/** Expands a glob pattern. If nothing matches, the pattern is taken as a file name, because file names may contain glob characters. */
function pathsOf(pattern, { files, workspace }) {
    if (!/[*?[{]/.test(pattern) || workspace === '')
        return [pattern];
    return files.matching(pattern, workspace).filter((path) => files.isFile(path));
}
function imageAt(path, at) {
    const { shown, files, read } = at;
    const refuse = (why) => {
        read.problem('images', `"${shown}", ${why}`, ACCEPTED);
        return null;
    };
    if (!files.isFile(path))
        return refuse('but there is no such file; is the checkout step before this one?');
    try {
        const { bytes, size } = files.head(path, HEAD_BYTES);
        if (size > MAX_BYTES)
            return refuse('which is larger than 5 MB');
        const mimeType = imageTypeOf(bytes);
        return mimeType === null ? refuse('which is no PNG, JPEG, GIF or WebP image') : { path, mimeType };
    }
    catch {
        return refuse('which cannot be read');
    }
}
/** Detects the image type from the content. Returns null for other content. */
function imageTypeOf(bytes) {
    const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
    if (start.startsWith('\x89PNG\r\n\x1a\n'))
        return 'image/png';
    if (start.startsWith('\xff\xd8\xff'))
        return 'image/jpeg';
    if (/^GIF8[79]a/.test(start))
        return 'image/gif';
    return /^RIFF[\s\S]{4}WEBP/.test(start) ? 'image/webp' : null;
}
/** The images as data URIs for the service. @throws Error if a file is no longer a valid image */
function dataUrisOf(images, files) {
    return images.map(({ path, mimeType }) => {
        const bytes = files.readBytes(path, MAX_BYTES);
        if (imageTypeOf(bytes) !== mimeType)
            throw new Error(`The image ${path} changed while this step was running`);
        return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
    });
}


/***/ }),

/***/ 2549:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ parseInputs)
/* harmony export */ });
/* harmony import */ var _service_http_proxy_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(7551);
/* harmony import */ var _reader_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8279);
/* harmony import */ var _table_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2714);
/** Parses and checks all inputs (contract 1.1). Reports all problems together and sends no request. */



function parseInputs(sources) {
    const read = new _reader_js__WEBPACK_IMPORTED_MODULE_1__/* .InputReader */ .i_(sources.input);
    for (const name of _service_http_proxy_js__WEBPACK_IMPORTED_MODULE_2__/* .PROXY_VARIABLES */ .bD)
        // The value may contain a password, so it is not repeated.
        if ((0,_service_http_proxy_js__WEBPACK_IMPORTED_MODULE_2__/* .proxyUrl */ .sd)(sources.env[name]) === null)
            read.problem(name, 'something that is not an address', 'the address of a proxy, `http://host:port`');
    const rows = Object.values(_table_js__WEBPACK_IMPORTED_MODULE_0__/* .INPUT_TABLE */ .g).map((row) => [row.field, row.read({ ...sources, read })]);
    const inputs = Object.fromEntries(rows);
    checkCombinations(read, inputs);
    if (read.problems.length === 0)
        return { ok: true, inputs };
    return { ok: false, problems: read.problems, outputSchema: inputs.outputSchema };
}
/** Checks combinations: inputs that require or exclude each other. */
function checkCombinations(read, inputs) {
    const { task } = inputs;
    // An invalid `wait` is reported as such and says nothing about waiting.
    const startsOnly = !inputs.wait && !read.problems.some(({ name }) => name === 'wait');
    if (inputs.outputSchema !== null && startsOnly)
        read.problem('output_schema', 'a schema together with `wait: false`', 'only with `wait: true`: without waiting there is no result to check');
    if (task === 'setup-commands' && inputs.repo === null && inputs.repoId === null)
        read.problem('task', '"setup-commands" without a repository', '`setup-commands` together with `repo` or `repo_id`');
    if (task === 'analyze-logs' && inputs.sandboxId === null)
        read.problem('task', '"analyze-logs" without a sandbox', '`analyze-logs` together with `sandbox_id`');
    if (inputs.review !== 'none') {
        const together = (name, given) => read.problem('review', `"${inputs.review}" together with ${given}`, `only without \`${name}\``);
        if (inputs.outputSchema !== null)
            together('output_schema', '`output_schema`');
        if (inputs.tasks !== null)
            together('tasks', '`tasks`');
        if (startsOnly)
            together('wait: false', '`wait: false`');
        if (task !== 'run')
            together(`task: ${task}`, `\`task: ${task}\``);
    }
    if (inputs.tasks !== null && task !== 'run')
        read.problem('tasks', `together with \`task: ${task}\``, 'only with `task: run`');
    if (inputs.tasks !== null && inputs.resume === 'thread')
        read.problem('tasks', 'together with `resume: thread`', 'only with `resume: never`: a thread records one run');
}


/***/ }),

/***/ 8279:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   i_: () => (/* binding */ InputReader),
/* harmony export */   yg: () => (/* binding */ describeProblems),
/* harmony export */   z_: () => (/* binding */ unreadInputs)
/* harmony export */ });
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9176);
/** Parses single inputs and collects their problems. */

/** Longer values are truncated in messages, for example a prompt pasted into the wrong input. */
const SHOWN_LIMIT = 200;
class InputReader {
    problems = [];
    #input;
    constructor(input) {
        this.#input = input;
    }
    problem(name, given, accepted) {
        const shown = given.length > SHOWN_LIMIT ? `${given.slice(0, SHOWN_LIMIT)}\u2026` : given;
        this.problems.push({ name, given: shown, accepted });
    }
    text(name) {
        return this.#input(name).trim();
    }
    /** Null if empty. */
    optional(name) {
        const given = this.text(name);
        return given === '' ? null : given;
    }
    /** A list separated by commas or line breaks. */
    list(name) {
        return this.split(this.text(name));
    }
    split(text) {
        return text
            .split(/[,\r\n]/)
            .map((word) => word.trim())
            .filter((word) => word !== '');
    }
    /** The first choice is the default. */
    choice(name, choices) {
        const given = this.text(name);
        if (given === '')
            return choices[0];
        const found = choices.find((choice) => choice === given.toLowerCase());
        if (found === undefined)
            this.problem(name, `"${given}"`, choices.map((choice) => `\`${choice}\``).join(', '));
        return found ?? choices[0];
    }
    /** Booleans of the YAML 1.2 core schema, as in `@actions/core`. */
    boolean(name, initial) {
        const given = this.text(name);
        if (given === '')
            return initial;
        if (['true', 'True', 'TRUE'].includes(given))
            return true;
        if (!['false', 'False', 'FALSE'].includes(given))
            this.problem(name, `"${given}"`, '`true` or `false`');
        return false;
    }
    /** Null if empty (and not required) or invalid. */
    integer(name, rule) {
        const given = this.text(name);
        if (given === '' && rule.required !== true)
            return null;
        const value = (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_0__/* .integerOf */ .c)(given);
        if (value >= rule.min)
            return value;
        this.problem(name, given === '' ? 'nothing' : `"${given}"`, rule.accepted);
        return null;
    }
    /** A positive decimal number times `unitMs`. `initial` (in that unit) if empty. */
    positive(name, rule) {
        const given = this.text(name);
        if (given === '')
            return rule.initial * rule.unitMs;
        const value = /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(given) ? Number(given) : NaN;
        if (value > 0)
            return value * rule.unitMs;
        this.problem(name, `"${given}"`, rule.accepted);
        return rule.initial * rule.unitMs;
    }
}
/**
 * All problems in one message, one line each.
 *
 * @param hints unknown input names with suggestions
 */
function describeProblems(problems, hints = []) {
    const lines = problems.map(({ name, given, accepted }) => `- \`${name}\`: got ${given}; accepted: ${accepted}`);
    const what = problems.length === 1 ? 'An input is' : `${problems.length} inputs are`;
    const all = [...lines, ...hints.map((hint) => `- ${hint}`)].join('\n');
    return `${what} not valid, so nothing was sent to the service. Correct the step's \`with:\` block.\n${all}`;
}
/** For the post step: an expression in an input may have another value by then. */
function unreadInputs(problems) {
    const given = problems.map(({ name, given: what }) => `\`${name}\`: ${what}`).join('; ');
    return `The inputs are not valid in the post step (${given}), so a comment, a commit status or a request to stop a run may be left unfinished.`;
}


/***/ }),

/***/ 6934:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ POSITIVE_INTEGER),
/* harmony export */   n: () => (/* binding */ row)
/* harmony export */ });
/** Preserves the literal field name and value type, from which `Inputs` is derived. */
function row(fields) {
    return fields;
}
const POSITIVE_INTEGER = 'a positive integer';


/***/ }),

/***/ 2714:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  g: () => (/* binding */ INPUT_TABLE)
});

// UNUSED EXPORTS: INPUT_GROUPS

// EXTERNAL MODULE: ./build/src/inputs/basics.js + 1 modules
var basics = __nccwpck_require__(9423);
// EXTERNAL MODULE: ./build/src/inputs/row.js
var row = __nccwpck_require__(6934);
;// CONCATENATED MODULE: ./build/src/inputs/github.js

const GITHUB = {
    comment: (0,row/* row */.n)({
        field: 'comment',
        description: 'Whether to keep one comment up to date on the issue or pull request. Needs `issues: write` or `pull-requests: write`.',
        default: 'false',
        read: ({ read }) => read.boolean('comment', false),
    }),
    review: (0,row/* row */.n)({
        field: 'review',
        description: '`none`; `advise` to post what the run finds in the pull request of this event as one review with inline comments; `gate` to let the verdict of that review decide the outcome as well. Needs `pull-requests: write`.',
        default: 'none',
        read: ({ read }) => read.choice('review', ['none', 'advise', 'gate']),
    }),
    comment_key: (0,row/* row */.n)({
        field: 'commentKey',
        description: 'Tells several comments of this action in one thread apart. Defaults to the workflow, the job and the matrix index.',
        read: ({ read }) => read.optional('comment_key'),
    }),
    commit_status: (0,row/* row */.n)({
        field: 'commitStatus',
        description: 'Name of a commit status to keep on the head commit. Needs `statuses: write`.',
        read: ({ read }) => commitStatus(read),
    }),
    github_token: (0,row/* row */.n)({
        field: 'githubToken',
        description: 'Token for comments, commit statuses, verification and permission checks.',
        default: '${{ github.token }}',
        read: ({ read }) => read.text('github_token'),
    }),
};
const PERMISSIONS = {
    trigger_phrase: (0,row/* row */.n)({
        field: 'triggerPhrase',
        description: 'On comment events, continue only if the comment contains this phrase as a separate word outside quotes and code, such as `@agent`. With `resume: thread`, the run gets every waiting comment that contains it.',
        read: ({ read }) => read.optional('trigger_phrase'),
    }),
    require_permission: (0,row/* row */.n)({
        field: 'requirePermission',
        description: 'Repository permission that the people behind an event need when outsiders can write its text: `write`, `maintain`, `admin` or `none`.',
        default: 'write',
        read: ({ read }) => read.choice('require_permission', ['write', 'maintain', 'admin', 'none']),
    }),
    allowed_bots: (0,row/* row */.n)({
        field: 'allowedBots',
        description: 'Exact logins of bots that may trigger the action, separated by commas or new lines, such as `renovate[bot]`.',
        read: ({ read }) => read.list('allowed_bots'),
    }),
};
const EXACTLY_ONE = {
    idempotency: (0,row/* row */.n)({
        field: 'idempotency',
        description: '`none`, or `metadata` to mark each run in its metadata, so that a lost answer or a re-run finds it instead of starting another.',
        default: 'none',
        read: ({ read }) => read.choice('idempotency', ['none', 'metadata']),
    }),
    idempotency_key: (0,row/* row */.n)({
        field: 'idempotencyKey',
        description: 'Replaces the workflow run ID in the key, so that a key can span workflow runs. 1 to 200 characters.',
        read: ({ read }) => idempotencyKey(read),
    }),
    max_turns: (0,row/* row */.n)({
        field: 'maxTurns',
        description: 'With `resume: thread`, the maximum number of follow-ups in this thread.',
        read: ({ read }) => read.integer('max_turns', { min: 1, accepted: row/* POSITIVE_INTEGER */.J }),
    }),
};
const FLEET = {
    tasks: (0,row/* row */.n)({
        field: 'tasks',
        description: 'Many runs in one step: a JSON array of tasks, or a `.json`, `.jsonl` or `.yaml` file in the workspace. Each task may set `key`, `prompt`, `prompt_file`, `repo`, `repo_id`, `agent_run_id`, `model`, `images` and `request_fields`.',
        read: ({ read }) => read.optional('tasks'),
    }),
    max_parallel: (0,row/* row */.n)({
        field: 'maxParallel',
        description: 'With `tasks`, the maximum number of runs that are unfinished at the same time.',
        read: ({ read }) => read.integer('max_parallel', { min: 1, accepted: row/* POSITIVE_INTEGER */.J }),
    }),
    fail_fast: (0,row/* row */.n)({
        field: 'failFast',
        description: 'With `tasks`, whether to start no more runs after one has failed.',
        default: 'false',
        read: ({ read }) => read.boolean('fail_fast', false),
    }),
};
function commitStatus(read) {
    const given = read.optional('commit_status');
    if (given !== null && (given.length > 255 || /\p{Cc}/u.test(given)))
        read.problem('commit_status', `"${given}"`, 'a name on one line of at most 255 characters');
    return given;
}
function idempotencyKey(read) {
    const given = read.optional('idempotency_key');
    if (given !== null && !/^[\x21-\x7e]{1,200}$/.test(given))
        read.problem('idempotency_key', `"${given}"`, '1 to 200 visible ASCII characters without spaces');
    return given;
}

// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __nccwpck_require__(3220);
// EXTERNAL MODULE: ./build/src/run/events.js
var events = __nccwpck_require__(5507);
// EXTERNAL MODULE: ./build/src/inputs/files.js
var files = __nccwpck_require__(433);
;// CONCATENATED MODULE: ./build/src/inputs/waiting.js
/** Input rows for waiting, end conditions and the files that are kept. */




const DEFAULT_FAIL_ON = 'failed,cancelled,needs_input,timed_out,error,unverified';
const WAITING = {
    wait: (0,row/* row */.n)({
        field: 'wait',
        description: '`true` to wait until the run ends; `false` to end the step as soon as the run exists.',
        default: 'true',
        read: ({ read }) => read.boolean('wait', true),
    }),
    timeout_minutes: (0,row/* row */.n)({
        field: 'timeoutMs',
        description: 'How many minutes to wait; fractions are allowed. The run itself continues after a timeout.',
        default: '60',
        read: ({ read }) => read.positive('timeout_minutes', { initial: 60, unitMs: 60_000, accepted: 'a positive number of minutes' }),
    }),
    poll_interval_seconds: (0,row/* row */.n)({
        field: 'pollIntervalMs',
        description: '`auto`, or a fixed number of seconds between polls. The rate limits of the service apply either way.',
        default: 'auto',
        read: ({ read }) => ['', 'auto'].includes(read.text('poll_interval_seconds').toLowerCase())
            ? null
            : read.positive('poll_interval_seconds', {
                initial: 10,
                unitMs: 1000,
                accepted: '`auto`, or a positive number of seconds',
            }),
    }),
    on_cancel: (0,row/* row */.n)({
        field: 'onCancel',
        description: '`leave`, or `stop` to ask the service to stop the run when the step is cancelled or times out.',
        default: 'leave',
        read: ({ read }) => read.choice('on_cancel', ['leave', 'stop']),
    }),
    success_statuses: (0,row/* row */.n)({
        field: 'successStatuses',
        description: 'Additional status words that mean success, separated by commas or new lines.',
        read: ({ read }) => read.list('success_statuses'),
    }),
    failure_statuses: (0,row/* row */.n)({
        field: 'failureStatuses',
        description: 'Additional status words that mean failure, separated by commas or new lines.',
        read: ({ read }) => failureStatuses(read),
    }),
    fail_on: (0,row/* row */.n)({
        field: 'failOn',
        description: 'Outcomes that fail the step, separated by commas or new lines. `none` never fails it, not even for an invalid token; check the output `outcome` then. Invalid inputs always fail the step.',
        default: DEFAULT_FAIL_ON,
        read: ({ read }) => failOn(read),
    }),
    siblings: (0,row/* row */.n)({
        field: 'siblings',
        description: 'Number of jobs in this matrix, which spread their requests. Keep the default.',
        default: '${{ strategy.job-total }}',
        read: ({ read }) => siblings(read),
    }),
    sibling_index: (0,row/* row */.n)({
        field: 'siblingIndex',
        description: 'Index of this job in its matrix, from 0. Keep the default.',
        default: '${{ strategy.job-index }}',
        read: ({ read }) => siblingIndex(read),
    }),
};
const RESULTS = {
    output_schema: (0,row/* row */.n)({
        field: 'outputSchema',
        description: 'JSON Schema (2020-12) that the result must satisfy, inline or as a file in the workspace. The validated value is in the output `result_json`.',
        read: files/* outputSchema */.fe,
    }),
    expect: (0,row/* row */.n)({
        field: 'expect',
        description: '`none`, or `pull_request` to end with the outcome `unverified` unless GitHub confirms a pull request of this run.',
        default: 'none',
        read: ({ read }) => read.choice('expect', ['none', 'pull_request']),
    }),
    logs: (0,row/* row */.n)({
        field: 'logs',
        description: "How much of the agent's log to print: `full`, `compact`, `errors` or `none`. The log file has all of it.",
        default: 'compact',
        read: ({ read }) => read.choice('logs', ['compact', 'full', 'errors', 'none']),
    }),
    logs_file: (0,row/* row */.n)({
        field: 'logsFile',
        description: 'File for the complete log, one JSON object per line, in the workspace or `RUNNER_TEMP`. Defaults to `agent-run-<id>.jsonl` in `RUNNER_TEMP`.',
        read: files/* logsFile */.Gi,
    }),
    summary: (0,row/* row */.n)({
        field: 'summary',
        description: 'Whether to write the job summary.',
        default: 'true',
        read: ({ read }) => read.boolean('summary', true),
    }),
    report: (0,row/* row */.n)({
        field: 'report',
        description: 'Whether to write the trace report, a single HTML file in `RUNNER_TEMP`.',
        default: 'true',
        read: ({ read }) => read.boolean('report', true),
    }),
    show_prompt: (0,row/* row */.n)({
        field: 'showPrompt',
        description: 'Whether summary and report show the task: `prompt` or `prompt_file`, never the text of the event. Its first line is the title, also of the comment. `false` for private prompts; GitHub prints the inputs of a step in its log either way.',
        default: 'true',
        read: ({ read }) => read.boolean('show_prompt', true),
    }),
    otlp: (0,row/* row */.n)({
        field: 'otlp',
        description: 'Whether to write the run as an OpenTelemetry trace in OTLP/JSON.',
        default: 'false',
        read: ({ read }) => read.boolean('otlp', false),
    }),
};
function failureStatuses(read) {
    const words = read.list('failure_statuses');
    const success = new Set(read.list('success_statuses').map(run_status/* normalizeStatus */.SP));
    const both = words.filter((word) => success.has((0,run_status/* normalizeStatus */.SP)(word)));
    if (both.length > 0) {
        read.problem('failure_statuses', `"${both.join(', ')}", named in \`success_statuses\` too`, 'each word in one of the two');
    }
    return words;
}
function failOn(read) {
    const given = read.text('fail_on') === '' ? DEFAULT_FAIL_ON : read.text('fail_on');
    const words = read.split(given).map((word) => word.toLowerCase());
    if (words.length === 1 && words[0] === 'none')
        return new Set();
    const known = events/* OUTCOMES */.i;
    if (words.length === 0 || !words.every((word) => known.includes(word))) {
        read.problem('fail_on', `"${given}"`, `any of ${events/* OUTCOMES */.i.map((outcome) => `\`${outcome}\``).join(', ')}; or \`none\` alone`);
    }
    return new Set(words);
}
function siblings(read) {
    return read.integer('siblings', { min: 1, accepted: `${row/* POSITIVE_INTEGER */.J}, or nothing` }) ?? 1;
}
function siblingIndex(read) {
    const index = read.integer('sibling_index', { min: 0, accepted: 'an integer from 0, or nothing' }) ?? 0;
    const total = Number(read.text('siblings'));
    if (Number.isInteger(total) && total >= 1 && index >= total)
        read.problem('sibling_index', `"${index}"`, `an integer from 0 to ${total - 1}, less than \`siblings\``);
    return Math.min(index, Math.max(0, (Number.isInteger(total) ? total : 1) - 1));
}

;// CONCATENATED MODULE: ./build/src/inputs/table.js
/**
 * Every input of the action (contract 1.1), in the order of action.yml. action.yml, README and the type `Inputs` are generated from these
 * rows, so a new input needs only a row here and its use.
 */



/** Heading in README \u2192 rows. */
const INPUT_GROUPS = {
    Connection: basics/* CONNECTION */.h,
    Task: basics/* TASK */.w,
    Waiting: WAITING,
    Results: RESULTS,
    'Comments and statuses': GITHUB,
    Permissions: PERMISSIONS,
    'Exactly one run': EXACTLY_ONE,
    Fleets: FLEET,
};
const INPUT_TABLE = {
    ...basics/* CONNECTION */.h,
    ...basics/* TASK */.w,
    ...WAITING,
    ...RESULTS,
    ...GITHUB,
    ...PERMISSIONS,
    ...EXACTLY_ONE,
    ...FLEET,
};


/***/ }),

/***/ 1467:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ repoIdFor)
/* harmony export */ });
/* harmony import */ var _safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(870);
/* harmony import */ var _run_error_message_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9880);
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2313);



/** How long to retry if the service fails. A rate limit is waited out (contract 3.2). */
const PATIENCE_MS = 120_000;
/** The given `repo_id`, or the ID of `repo` from the published list of repositories. An existing run needs neither. */
async function repoIdFor({ agentRunId, repo, repoId, orgId, baseUrl }, { client, warn, presumed = null, host, ...ports }, call) {
    const name = repo ?? (repoId === null ? presumed : null);
    if (name === null || agentRunId !== null)
        return { ok: true, repoId };
    const isPresumed = repo === null;
    const without = (why) => {
        host.notice((0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__/* .annotation */ .w7)(`The run is created without a repository: ${why}`), { title: 'Agent run: repository' });
        return { ok: true, repoId: null };
    };
    try {
        const [published, { findRepository }, { archivedRepository, missingRepository }] = await Promise.all([
            client.published(),
            __nccwpck_require__.e(/* import() */ 92).then(__nccwpck_require__.bind(__nccwpck_require__, 8092)),
            __nccwpck_require__.e(/* import() */ 912).then(__nccwpck_require__.bind(__nccwpck_require__, 3912)),
        ]);
        const found = await findRepository(name, { ...ports, published, faultPatienceMs: PATIENCE_MS }, call);
        if (!found.found) {
            const message = missingRepository(name, { orgId, close: found.close });
            return isPresumed ? without(message) : { ok: false, failure: { code: 'not_found', message } };
        }
        const { id, fullName, archived } = found.repository;
        if (archived)
            warn(archivedRepository(fullName));
        return { ok: true, repoId: id };
    }
    catch (error) {
        if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ServiceError */ ._7))
            throw error;
        if (isPresumed && error.notOffered)
            return without('the service has no list of repositories to look it up in.');
        const why = error.notOffered
            ? error.because("This service has no list of repositories, so `repo` cannot be looked up. Give the repository's number in `repo_id` instead.")
            : error;
        return { ok: false, failure: (0,_run_error_message_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g)(why, { call: 'look-up', baseUrl, orgId, runId: null, webUrl: null }) };
    }
}


/***/ }),

/***/ 7254:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ stepClient)
/* harmony export */ });
/* harmony import */ var _inputs_images_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(750);
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2313);
/** A client for one step, in which some inputs change the create and resume requests (contract 1.1). */


/** How long a resume may be delayed to unban the run. */
const UNBAN_PATIENCE_MS = 10_000;
const NO_SETUP_COMMANDS = 'This service has no endpoint that generates setup commands (`task: setup-commands`). Use `task: run` with a prompt that asks for them.';
const NO_REPOSITORY = 'Check the inputs `base_url`, `org_id` and `repo` or `repo_id`: the organization has no such repository, or one of the IDs is wrong.';
const NO_SANDBOX = 'Check the inputs `base_url`, `org_id` and `sandbox_id`: the organization has no such sandbox, or one of the IDs is wrong.';
const NO_LOG_ANALYSIS = 'This service has no endpoint that analyzes the logs of a sandbox (`task: analyze-logs`). Use `task: run` with a prompt that contains the log.';
/**
 * Creates send `model` and `images`, and the first resume sends `images` (the agent already has them in a schema repair). With `task:
 * setup-commands` and `analyze-logs`, creates use the endpoints of the published API. With `on_cancel: stop`, a run is unbanned before its
 * first resume. All other calls use the service's client unchanged.
 */
function stepClient(service, { inputs, files, warn }) {
    const { task, sandboxId, onCancel, model } = inputs;
    let shown = false;
    const withImages = (body) => shown || inputs.images.length === 0 ? body : { ...body, images: (0,_inputs_images_js__WEBPACK_IMPORTED_MODULE_0__/* .dataUrisOf */ .Np)(inputs.images, files) };
    const unbanned = new Set();
    const unban = async (runId, call) => {
        if (onCancel !== 'stop' || unbanned.has(runId))
            return;
        unbanned.add(runId);
        try {
            const published = await service.published();
            await published.unban(runId, { ...call, patienceMs: UNBAN_PATIENCE_MS });
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ServiceError */ ._7))
                throw error;
            // A service without `ban` has nothing to unban.
            if (!error.notOffered)
                warn(`Run ${runId} could not be unblocked before the follow-up (${error.message}).`);
        }
    };
    const create = async (body, call) => {
        if (task === 'setup-commands')
            return setupCommands(service, body, call);
        if (task === 'analyze-logs')
            return logAnalysis(service, Number(sandboxId), call);
        const created = await service.create(withImages({ ...body, ...(model !== null && { model }) }), call);
        shown = true;
        return created;
    };
    const resume = async (body, call) => {
        await unban(body.agent_run_id, call);
        const resumed = await service.resume(withImages(body), call);
        shown = true;
        return resumed;
    };
    return {
        create,
        resume,
        run: (runId, call) => service.run(runId, call),
        logs: (page, call) => service.logs(page, call),
        spacing: () => service.spacing(),
        readDelay: (reserve) => service.readDelay(reserve),
        serviceTime: () => service.serviceTime(),
        reached: () => service.reached(),
        published: () => service.published(),
    };
}
async function setupCommands(service, { prompt, repo_id }, call) {
    const published = await service.published();
    const body = { repo_id: Number(repo_id), ...(prompt !== '' && { prompt }) };
    return orMissing(published.generateSetupCommands(body, call), { endpoint: NO_SETUP_COMMANDS, record: NO_REPOSITORY });
}
async function logAnalysis(service, sandboxId, call) {
    const published = await service.published();
    return orMissing(published.analyzeLogs(sandboxId, call), { endpoint: NO_LOG_ANALYSIS, record: NO_SANDBOX });
}
async function orMissing(answer, missing) {
    try {
        return await answer;
    }
    catch (error) {
        if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ServiceError */ ._7))
            throw error;
        if (error.notOffered)
            throw error.because(missing.endpoint);
        throw error.status === 404 ? error.because(missing.record) : error;
    }
}


/***/ }),

/***/ 4483:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   BR: () => (/* binding */ assemblePrompt),
/* harmony export */   Lc: () => (/* binding */ promptHash),
/* harmony export */   k7: () => (/* binding */ askedText)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/**
 * The text sent to the agent: the author's prompt, the request for a structured answer, and the event's content, in
 * this order (contract 6.2, 8).
 */

/** Maximum characters of event text. More would drown out the instruction. */
const CONTEXT_LIMIT = 60_000;
/** The whole prompt, or null if nothing is sent. The modules that read the event's text are loaded only if needed. */
async function assemblePrompt(parts) {
    const { inputs, schema } = parts;
    if (inputs.prompt === null)
        return null;
    const context = await contextOf(parts);
    return [inputs.prompt, schema?.promptAddition() ?? '', context].filter((part) => part !== '').join('\n\n');
}
async function contextOf({ inputs, event, marker, comments = null }) {
    const withEvent = inputs.context === 'event';
    const options = { marker, maxLength: CONTEXT_LIMIT };
    if (comments !== null) {
        const { commentsContext } = await __nccwpck_require__.e(/* import() */ 649).then(__nccwpck_require__.bind(__nccwpck_require__, 2649));
        // If the author builds the prompt from the comment, it already contains that comment.
        const others = withEvent ? comments : comments.filter(({ body }) => !quotes(inputs.prompt ?? '', body));
        return commentsContext(event, others, { ...options, withThread: withEvent });
    }
    return withEvent ? (await __nccwpck_require__.e(/* import() */ 939).then(__nccwpck_require__.bind(__nccwpck_require__, 3939))).eventContext(event, options) : '';
}
function quotes(prompt, body) {
    const [whole, part] = [prompt, body].map((text) => text.replaceAll('\r\n', '\n').trim());
    return whole.includes(part);
}
/**
 * The event's text about the request, before framing and without the random marker (contract 4.9). Empty if it is not
 * sent.
 */
async function askedText({ inputs, event }) {
    return inputs.context === 'event' ? (await __nccwpck_require__.e(/* import() */ 939).then(__nccwpck_require__.bind(__nccwpck_require__, 3939))).eventText(event) : '';
}
/** The first 12 hex digits of the prompt's SHA-256, to distinguish prompts without showing them. */
function promptHash(prompt) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(prompt).digest('hex').slice(0, 12);
}


/***/ }),

/***/ 1370:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   YH: () => (/* binding */ questionOf),
/* harmony export */   dJ: () => (/* binding */ failuresOf),
/* harmony export */   ev: () => (/* binding */ causeTitle),
/* harmony export */   fn: () => (/* binding */ causeDetail),
/* harmony export */   mB: () => (/* binding */ causeLine),
/* harmony export */   oH: () => (/* binding */ NO_FAILURES),
/* harmony export */   p$: () => (/* binding */ withStep)
/* harmony export */ });
/* harmony import */ var _service_message_types_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(673);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(695);
/**
 * Decides from the log why a run failed (contract 9). The one place for it: annotation, `error_message`, job log, summary, comment, report
 * and the rows of a fleet take the cause from here. Pure. Texts are agent text, so callers must use the sanitizer for their destination.
 */


const BEFORE_MAX = 3;
const NO_FAILURES = {
    open: new Map(),
    command: null,
    lastCommand: -1,
    pullRequest: null,
    said: null,
    errors: 0,
    recent: [],
};
/** Takes in the next step, or a later form of one that was taken in: the output of a command may arrive after it. */
function withStep(failures, step) {
    const isNext = step.index > (failures.recent.at(-1)?.index ?? -1);
    const recent = isNext
        ? [...failures.recent, step].slice(-BEFORE_MAX)
        : failures.recent.map((known) => (known.index === step.index ? step : known));
    return { ...judged(failures, step), said: saidBy(failures, step), recent };
}
function saidBy({ said }, step) {
    if (step.headline !== '' && (step.kind === 'FINAL_ANSWER' || step.kind === 'PLAN_EVALUATION'))
        return step;
    // A plan that was carried out is not what the agent said last.
    return step.kind === 'ACTION' && said?.kind === 'PLAN_EVALUATION' ? null : said;
}
function judged(failures, step) {
    const failure = { error: step, before: failures.recent.filter(({ index }) => index < step.index) };
    const tool = step.tool ?? '';
    const code = step.exitCode ?? null;
    if (step.kind === 'PR_CREATION_FAILED')
        return { ...failures, pullRequest: failure, errors: failures.errors + 1 };
    if (step.error) {
        const open = new Map(failures.open);
        // Deleted first, so that the order is that of the last errors.
        open.delete(tool);
        return { ...failures, open: open.set(tool, failure), errors: failures.errors + 1 };
    }
    if (code !== null && step.index >= failures.lastCommand) {
        const known = { ...failures, lastCommand: step.index, command: code === 0 ? null : failure };
        return code === 0 ? withSuccess(known, step) : known;
    }
    return code === null ? withSuccess(failures, step) : failures;
}
/** A pull request that was opened resolves the one that could not be, and a tool that succeeds resolves its errors. */
function withSuccess(failures, { kind, tool }) {
    const pullRequest = kind === 'INITIAL_PR_GENERATION' ? null : failures.pullRequest;
    if (tool === null || tool === '')
        return { ...failures, pullRequest };
    const open = new Map(failures.open);
    open.delete(tool);
    const command = failures.command?.error.tool === tool ? null : failures.command;
    return { ...failures, pullRequest, command, open };
}
/** What a whole log says about a failure. */
function failuresOf(steps) {
    return steps.reduce(withStep, NO_FAILURES);
}
/** The latest failure that nothing resolved, or null: then no error was left open. */
function causeIn({ open, command, pullRequest }) {
    const last = [...open.values()].at(-1) ?? null;
    const later = last !== null && (command === null || last.error.index > command.error.index) ? last : command;
    // A command may fail on purpose. That a pull request failed says more.
    const first = later !== null && later === command && isAfter(pullRequest, command) ? pullRequest : later;
    const failure = first ?? pullRequest;
    if (failure === null)
        return null;
    return {
        ...failure,
        then: failure !== pullRequest && isAfter(pullRequest, failure) ? (pullRequest?.error ?? null) : null,
    };
}
function isAfter(a, b) {
    return a !== null && b !== null && a.error.index > b.error.index;
}
/** Outcomes for which the log may contain the reason. A timeout has no cause of failure, and other errors have a message. */
const FAILED = new Set(['failed', 'unverified']);
/** Why the run failed, as far as its log tells. Null if it did not. */
function reasonOf({ outcome, failures, steps, }) {
    if (!FAILED.has(outcome))
        return null;
    const known = failures ?? failuresOf(steps);
    return { cause: causeIn(known), said: known.said, errors: known.errors };
}
/** `bash exited with 137 in step 12`, `Error in bash, step 7`. */
function causeTitle({ error }) {
    const tool = (error.tool ?? '').trim();
    const at = `step ${error.index + 1}`;
    const code = error.exitCode ?? 0;
    if (!error.error && code !== 0)
        return `${tool === '' ? 'A command' : tool} exited with ${code} in ${at}`;
    return `${(0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(error.kind)?.label ?? 'Error'}${tool === '' ? '' : ` in ${tool}`}, ${at}`;
}
/** The error's text, or the command with its output. */
function causeDetail({ error }) {
    const detail = (error.detail ?? '').trim();
    const headline = error.headline.trim();
    if (error.error)
        return detail || headline || 'No details were given.';
    return [headline === '' ? '' : `$ ${headline}`, detail].filter((text) => text !== '').join('\n');
}
/** The cause on one line of at most `maxLength` UTF-16 units: `bash exited with 137 in step 12: npm run deploy`. */
function causeLine(cause, maxLength) {
    const { error } = cause;
    const text = error.error ? causeDetail(cause) : error.headline;
    return (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(`${causeTitle(cause)}: ${oneLine(text)}`.replace(/: $/, ''), maxLength);
}
function oneLine(text) {
    return text.replace(/\s+/g, ' ').trim();
}
/** What the agent asks, if the run needs input: its result, or without one its last words. Empty if it is not known. */
function questionOf({ result, resultIsOld, failures, steps, }) {
    if (!resultIsOld && result.trim() !== '')
        return result;
    return (failures ?? failuresOf(steps)).said?.headline ?? '';
}


/***/ }),

/***/ 1682:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Nh: () => (/* binding */ commentWords),
/* harmony export */   Y5: () => (/* binding */ happened),
/* harmony export */   Zn: () => (/* binding */ nextSteps),
/* harmony export */   eD: () => (/* binding */ outcomeMark),
/* harmony export */   rd: () => (/* binding */ endMessage),
/* harmony export */   yd: () => (/* binding */ standingText)
/* harmony export */ });
/* harmony import */ var _safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6149);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(695);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(275);
/* harmony import */ var _cause_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(1370);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(1056);
/* harmony import */ var _pull_request_check_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2919);
/**
 * How a step ended, in words: the names of the outcomes, where the run stands, the one line of annotation, `error_message` and job log
 * (contract 1.2), and what to do next. Pure.
 */






const WORDS = {
    succeeded: { mark: '\u2705', verb: 'succeeded', heading: 'The agent is done' },
    failed: { mark: '\u274c', verb: 'failed', heading: 'The agent did not succeed' },
    cancelled: { mark: '\ud83d\udeab', verb: 'was cancelled', heading: 'Cancelled' },
    needs_input: { mark: '\ud83d\udcac', verb: 'needs input', heading: 'The agent needs an answer' },
    timed_out: { mark: '\u23f1\ufe0f', verb: 'timed out', heading: 'Timed out: this workflow no longer waits for the agent' },
    started: { mark: '\ud83d\ude80', verb: 'was started', heading: 'The agent has started' },
    skipped: { mark: '\u23ed\ufe0f', verb: 'was skipped', heading: 'Skipped' },
    error: { mark: '\u26a0\ufe0f', verb: 'ended with an error', heading: 'Something went wrong' },
    unverified: {
        mark: '\u2753',
        verb: 'succeeded, but is unverified',
        heading: 'Done, but no pull request could be verified',
    },
    running: { mark: '\u23f3', verb: 'is running', heading: 'The agent is at work' },
};
const NO_RUN = 'No agent run was started';
const MAYBE_CREATED = 'Whether a run was created is not known: look at the list of runs in the web interface of the service.';
/** UTF-16 units of what the agent says in a line of ours. */
const QUOTED_MAX = 400;
const ERROR_MAX = 8_000;
/** Words for a plain failure, which say no more than the outcome. */
const PLAIN_FAILURES = new Set(['FAILED', 'FAILURE', 'ERROR']);
function outcomeMark(outcome) {
    return WORDS[outcome].mark;
}
const wasNotStarted = ({ outcome, standing }) => outcome === 'error' && standing === 'no_run';
/** What happened, as plain text: `Agent run 123 succeeded after 4m 12s`. */
function happened(view) {
    if (wasNotStarted(view))
        return NO_RUN;
    const run = view.runId === null ? 'Agent run' : `Agent run ${view.runId}`;
    const time = view.runId !== null && view.durationMs > 0 ? ` after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .duration */ .p0)(view.durationMs)}` : '';
    return `${run} ${WORDS[view.outcome].verb}${time}`;
}
/** What a comment calls the outcome: `The agent is done`. */
function commentWords(view) {
    return wasNotStarted(view) ? NO_RUN : WORDS[view.outcome].heading;
}
/** Where the run stands and what to do about it, as plain text. */
function standingText({ standing, runId, webUrl, status }) {
    const where = `at ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .shownAddress */ .Uk)(webUrl) ?? 'the service'}`;
    const run = `run ${String(runId)}`;
    const follow = `with \`agent_run_id: ${String(runId)}\` and no \`prompt\``;
    switch (standing) {
        case 'no_run':
            return 'No agent run was created.';
        case 'maybe_created':
            return MAYBE_CREATED;
        case 'untouched':
            return `Nothing was sent to the ${run} ${where}.`;
        case 'maybe_resumed':
            return `Whether the ${run} received the follow-up is not known: look ${where} before you send it again, or follow the run ${follow}.`;
        case 'going_on':
            return `The ${run} goes on ${where}; follow it ${follow}.`;
        case 'not_known':
            return `The state of the ${run} could not be confirmed: look ${where}, or follow it ${follow}.`;
        case 'ended':
            return `The ${run} has ended (status ${status ?? 'not known'}); look ${where}, or read its result ${follow}.`;
    }
}
/** The same as Markdown, below a heading that names the run, without the hints for workflow authors. */
function standingMarkdown({ standing, runId, webUrl }) {
    const address = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .shownAddress */ .Uk)(webUrl);
    const where = address === null ? 'at the service' : `at ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownAddress */ .KW)(address)}`;
    const run = address === null ? `run ${String(runId)}` : 'run';
    switch (standing) {
        case 'no_run':
            return 'No run was created.';
        case 'maybe_created':
            return MAYBE_CREATED;
        case 'untouched':
            return `Nothing was sent to the ${run} ${where}.`;
        case 'maybe_resumed':
            return `Whether the ${run} received the follow-up is not known: look ${where} before you send it again.`;
        case 'going_on':
            return `The ${run} goes on ${where}.`;
        case 'not_known':
            return `The state of the ${run} could not be confirmed: look ${where}.`;
        case 'ended':
            return `The ${run} has ended: see its page ${where}.`;
    }
}
/**
 * How the step ended and why, on one line: the output `error_message`, the error annotation and the end of the job log. Null for good
 * news. May quote agent text.
 */
function endMessage(view) {
    const text = messageOf(view);
    // The items of a list become clauses.
    return text === null
        ? null
        : text
            .replace(/[:.]\n- /g, ': ')
            .replace(/\n- /g, ' \u00b7 ')
            .replace(/\s+/g, ' ')
            .trim();
}
function messageOf(view) {
    const { outcome, errorMessage, cutShort } = view;
    const run = `agent run ${String(view.runId)}`;
    const address = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .shownAddress */ .Uk)(view.webUrl);
    const where = address === null ? '' : ` See ${address}.`;
    switch (outcome) {
        case 'error':
            return errorMessage ?? '';
        case 'failed':
            return errorMessage ?? `The ${run} failed${statusText(view)}${whyFailed(view)}${where}`;
        case 'needs_input':
            return `The ${run} ${question(view)} To answer, ${howToContinue(view, { what: 'your answer', inThread: false })}${where}`;
        case 'unverified':
            return `${(0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_3__/* .whyUnverified */ .ki)(view.checks ?? null)}${where}`;
        case 'cancelled':
            return cutShort === null
                ? `The ${run} was cancelled at the service${view.status === null ? '' : ` (status ${view.status})`}.${where}`
                : `${cutShort} ${errorMessage ?? standingText(view)}`;
        case 'timed_out':
            return `${cutShort ?? 'The run did not end in time.'} ${errorMessage ?? standingText(view)}`;
        default:
            return null;
    }
}
function statusText({ status }) {
    return status === null || PLAIN_FAILURES.has(status.toUpperCase()) ? '' : ` (status ${status})`;
}
/** The cause, or what the agent said instead. */
function whyFailed(view) {
    const reason = (0,_cause_js__WEBPACK_IMPORTED_MODULE_2__/* .reasonOf */ .A3)(view);
    const cause = reason?.cause ?? null;
    if (cause !== null)
        return `: ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_4__/* .asSentence */ .KG)((0,_cause_js__WEBPACK_IMPORTED_MODULE_2__/* .causeLine */ .mB)(cause, QUOTED_MAX))}`;
    const words = quoted(view.resultIsOld || view.result.trim() === '' ? (reason?.said?.headline ?? '') : view.result);
    return words === '' ? '; its log names no cause.' : `. The agent said: "${words}"`;
}
function question(view) {
    const words = quoted((0,_cause_js__WEBPACK_IMPORTED_MODULE_2__/* .questionOf */ .YH)(view));
    return words === '' ? 'waits for an answer.' : `asks: "${words}"`;
}
function quoted(text) {
    return (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(text
        .slice(0, 8 * QUOTED_MAX)
        .replace(/\s+/g, ' ')
        .trim(), QUOTED_MAX);
}
/** Instructions to continue the same run, as Markdown. `what` is an answer or an instruction. */
function howToContinue({ provenance, runId }, { what, inThread }) {
    const { reply } = provenance;
    const elsewhere = `run this action with \`agent_run_id: ${String(runId)}\` and ${what} as \`prompt\``;
    if (reply === undefined)
        return `${elsewhere}.`;
    const where = inThread ? 'here' : `in #${reply.thread}`;
    return reply.phrase === null
        ? `trigger this workflow again ${where} with ${what}${inThread ? '' : `, or ${elsewhere}`}.`
        : `comment ${where} with ${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownCode */ .D9)(reply.phrase, 100)} and ${what}.`;
}
/** The meaning of the outcome and what to do next, as Markdown. Empty if there is nothing to add. */
function nextSteps(view, { inThread }) {
    const { outcome, runId, errorMessage } = view;
    const canAnswer = runId !== null && (!inThread || view.provenance.reply !== undefined);
    switch (outcome) {
        case 'succeeded':
        case 'running':
            return '';
        case 'failed':
            return canAnswer ? `To try again, ${continued(view, { what: 'what to do differently', inThread })}` : '';
        case 'needs_input':
            return canAnswer
                ? `To answer, ${continued(view, { what: 'your answer', inThread })} The same run continues.`
                : 'The agent is waiting for an answer.';
        case 'cancelled':
            return stepCancelled(view)
                ? `This step was cancelled${errorMessage === null && view.standing !== 'not_known' ? ', not the run' : ''}. ${leftOf(view)}`
                : 'The run was stopped at the service.';
        case 'timed_out':
            return `${view.cutShort === null ? '' : `${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.cutShort, 2000)} `}${leftOf(view)}${inThread ? '' : ' Raise `timeout_minutes` to wait longer.'}`;
        case 'started':
            return `${standingMarkdown(view)} This step did not wait for it.`;
        case 'skipped':
            return view.skipReason === null ? 'No request was sent.' : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.skipReason, 2000);
        case 'unverified':
            return `${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)((0,_pull_request_check_js__WEBPACK_IMPORTED_MODULE_3__/* .whyUnverified */ .ki)(view.checks ?? null), 2000)}${inThread ? '' : ' Resume the run and ask for one, or remove `expect: pull_request`.'}`;
        case 'error':
            return `**${(0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownText */ .p7)(view.errorCode ?? 'internal', 40)}**${errorMessage === null ? '' : `: ${errorMarkdown(errorMessage)}`}`;
    }
}
/** With the thread as a link. */
function continued(view, options) {
    const text = howToContinue(view, options);
    const { reply } = view.provenance;
    const thread = reply === undefined ? null : (0,_links_js__WEBPACK_IMPORTED_MODULE_5__/* .repositoryLinks */ .A)(view.provenance).issue(reply.thread);
    return thread === null ? text : text.replace(`in ${thread.label}`, `in [${thread.label}](${thread.url})`);
}
/** A message of several lines contains a list of problems. */
function errorMarkdown(message) {
    const lines = (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(message, ERROR_MAX)
        .split('\n')
        .map((line) => {
        const item = line.startsWith('- ');
        const text = (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(item ? line.slice(2) : line, ERROR_MAX);
        return { item, text: item ? `- ${text}` : text };
    });
    return lines.reduce((all, { item, text }, at) => `${all}${at === 0 ? '' : item ? '\n' : '\n\n'}${text}`, '');
}
/** Does not use the status word, because a resumed run still shows the previous one and inputs may define others. */
function stepCancelled({ cutShort, standing }) {
    return cutShort !== null || standing !== 'ended';
}
/** The run that the step left running: whether it was asked to stop, or else its state. */
function leftOf(view) {
    return view.errorMessage === null ? standingMarkdown(view) : (0,_safe_markdown_js__WEBPACK_IMPORTED_MODULE_0__/* .markdownMessage */ .ju)(view.errorMessage, 2000);
}


/***/ }),

/***/ 7152:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   BU: () => (/* binding */ partOf),
/* harmony export */   CI: () => (/* binding */ partsOf),
/* harmony export */   D6: () => (/* binding */ resultText),
/* harmony export */   FO: () => (/* binding */ exitCodeOf),
/* harmony export */   L3: () => (/* binding */ pullRequestUrls),
/* harmony export */   br: () => (/* binding */ digest),
/* harmony export */   dI: () => (/* binding */ PARTS),
/* harmony export */   s$: () => (/* binding */ jsonText),
/* harmony export */   u0: () => (/* binding */ entryText),
/* harmony export */   vO: () => (/* binding */ stepLabel)
/* harmony export */ });
/* harmony import */ var _service_message_types_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(673);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(618);
/* harmony import */ var _safe_outputs_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3184);
/* harmony import */ var _safe_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(695);




const HEADLINE_MAX = 300;
const DETAIL_MAX = 4000;
/** Of the output of a failed command. Many commands fail on purpose, so less is kept of it. */
const PRINTED_MAX = 1000;
const PRINTED_FIELDS = ['stderr', 'output', 'stdout'];
/** Fields with the text of an object that only wraps it. */
const TEXT_FIELDS = new Set(['content', 'text', 'message', 'output', 'result', 'answer']);
/** Fields that only name the type of the wrapper. */
const WRAPPER_FIELDS = new Set(['type', 'role']);
/** The most informative fields of a tool's input or output, in order. */
const TELLING_FIELDS = [
    ...['command', 'cmd', 'query', 'pattern', 'path', 'file_path', 'filepath', 'filename', 'file', 'html_url', 'url'],
    ...['title', 'name', 'error', 'message', 'prompt', 'description', 'text', 'content', 'output', 'result', 'stdout'],
];
/** Larger or deeper values are not indented, because indentation could turn kilobytes into megabytes. */
const INDENTED = { levels: 16, values: 10_000 };
/** `value` as JSON, indented if it is small. JSON.stringify fails for very deep values, which are replaced with a short text. */
function jsonText(value, indent = 2) {
    try {
        return JSON.stringify(value, null, (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isWithin */ .UO)(INDENTED, value) ? indent : 0);
    }
    catch {
        return '(nested too deeply to show)';
    }
}
/** The exit code in a tool's output, or null. */
function exitCodeOf(output) {
    const code = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u4)(output) ? output['exit_code'] : null;
    return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}
/** The text of an object that only wraps it, otherwise null. */
function wrappedText(value) {
    const keys = Object.keys(value).filter((key) => !WRAPPER_FIELDS.has(key));
    const [key] = keys;
    if (key === undefined || keys.length > 1 || !TEXT_FIELDS.has(key))
        return null;
    const text = value[key];
    return typeof text === 'string' ? text : null;
}
/**
 * Text of a free-form field (`observation`, `tool_output`; spec 2.3): a string unchanged, the text of an object that only wraps it, or
 * anything else as indented JSON. Empty if absent or null.
 */
function entryText(value) {
    if (value === undefined || value === null)
        return '';
    if (typeof value === 'string')
        return value;
    return ((0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u4)(value) ? wrappedText(value) : null) ?? jsonText(value);
}
/**
 * The service's result as text: null gives an empty text, a string is unchanged, and an observation object gives its text or its JSON.
 * Nothing is sanitized here.
 */
function resultText(source) {
    return (0,_safe_outputs_js__WEBPACK_IMPORTED_MODULE_3__/* .outputValue */ .r)(entryText(source));
}
function scalar(value) {
    if (typeof value === 'string')
        return value;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
        return value.join(' ');
    return '';
}
/** A free-form value as a phrase: the most informative field, and a second one if the first is a single short word. */
function phrase(value) {
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u4)(value))
        return entryText(value);
    const told = TELLING_FIELDS.map((field) => scalar(value[field])).filter((text) => text.trim() !== '');
    const [first, second] = told;
    if (first !== undefined)
        return second !== undefined && /^[\w-]{1,20}$/.test(first) ? `${first} ${second}` : first;
    const any = Object.values(value)
        .map(scalar)
        .find((text) => text.trim() !== '');
    return any ?? (Object.keys(value).length === 0 ? '' : jsonText(value, 0));
}
function candidates(view) {
    const thought = view.thought ?? '';
    const rest = phrase(view.rest);
    switch (view.message_type) {
        case 'ACTION':
            return [phrase(view.tool_input), thought, phrase(view.observation), phrase(view.tool_output), rest];
        case 'PLAN_EVALUATION':
            return [thought, phrase(view.observation), phrase(view.tool_input), rest];
        default:
            return [phrase(view.observation), thought, phrase(view.tool_input), phrase(view.tool_output), rest];
    }
}
/** The beginning of an entry on one line, at most 300 characters. */
function headline(view) {
    for (const text of candidates(view)) {
        // Slices before it collapses white space, to avoid scanning megabytes of output.
        const words = text
            .slice(0, 8 * HEADLINE_MAX)
            .replace(/\s+/g, ' ')
            .trim();
        if (words !== '')
            return (0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(words, HEADLINE_MAX);
    }
    return '';
}
/** The text of an error entry, from whichever field contains it (spec 2.5: the observation). */
function errorText(view) {
    const texts = [entryText(view.observation), entryText(view.tool_output), view.thought ?? ''];
    return texts.find((text) => text.trim() !== '') ?? '';
}
/** The end of what a failed command printed, where it says why. */
function printed(output) {
    const texts = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u4)(output) ? PRINTED_FIELDS.map((field) => scalar(output[field])) : [entryText(output)];
    const text = texts.find((candidate) => candidate.trim() !== '')?.trimEnd() ?? '';
    return text.length <= PRINTED_MAX ? text : `\u2026${text.slice(1 - PRINTED_MAX)}`;
}
/** Copies a string. V8 keeps the whole original in memory, possibly megabytes, as long as a slice of it is referenced. */
function apart(text) {
    return ` ${text}`.slice(1);
}
/** The part of an entry that reporters keep after it was written to the file. */
function digest(entry) {
    const { view } = entry;
    const error = (0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(view.message_type)?.error === true;
    const exitCode = exitCodeOf(view.tool_output);
    const failed = exitCode !== null && exitCode !== 0;
    return {
        index: entry.index,
        time: entry.time,
        kind: view.message_type,
        tool: view.tool_name,
        headline: apart(headline(view)),
        error,
        detail: error
            ? apart((0,_safe_text_js__WEBPACK_IMPORTED_MODULE_1__/* .ellipsis */ .gO)(errorText(view), DETAIL_MAX))
            : failed
                ? apart(printed(view.tool_output).toWellFormed())
                : null,
        ...(exitCode !== null && { exitCode }),
    };
}
/** The phases of a run in order. A run never returns to an earlier phase. */
const PARTS = ['Plan', 'Work', 'Pull request'];
/** The index in `PARTS` of a step's own phase. Unknown types count as work. */
function partOf({ kind }) {
    const phase = (0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(kind)?.phase ?? 'work';
    return phase === 'plan' || phase === 'talk' ? 0 : phase === 'work' ? 1 : 2;
}
/** The phases so far, in order. A step of an earlier phase counts towards the current one. */
function partsOf(steps) {
    const counts = PARTS.map(() => 0);
    let current = 0;
    for (const step of steps) {
        current = Math.max(current, partOf(step));
        counts[current] = (counts[current] ?? 0) + 1;
    }
    return PARTS.map((name, at) => ({ name, steps: counts[at] ?? 0 })).filter((part) => part.steps > 0);
}
/** The name of a step. Uses the tool's name if there is one. Agent text: sanitize for the destination. */
function stepLabel({ kind, tool }) {
    const known = (0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(kind);
    const named = tool !== null && tool.trim() !== '';
    if (known === undefined)
        return kind === null || kind.trim() === '' ? (named ? tool : 'Step') : kind;
    return kind === 'ACTION' && named ? tool : known.label;
}
/** Extracts candidates first, so that the stricter pattern runs only on short strings. */
const ADDRESS = /https:\/\/[^\s"'<>()\\[\]{}|^`*,;]{1,500}/g;
/** GitHub (also Enterprise Server): `/owner/name/pull/1`; GitLab: `/group/\u2026/name/-/merge_requests/1`. */
const PULL_REQUEST = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+){2,12}?\/(?:pull|merge_requests)\/\d{1,10}(?![\w-])/i;
const SEARCH = { depth: 8, nodes: 2000, characters: 100_000 };
/** The strings inside `value`, up to a limit. */
function strings(value) {
    const found = [];
    const queue = [{ value, depth: 0 }];
    for (let visited = 0; visited < Math.min(queue.length, SEARCH.nodes); visited += 1) {
        const node = queue[visited];
        if (typeof node?.value === 'string')
            found.push(node.value.slice(0, SEARCH.characters));
        else if (typeof node?.value === 'object' && node.value !== null && node.depth < SEARCH.depth)
            for (const child of Object.values(node.value).slice(0, SEARCH.nodes))
                queue.push({ value: child, depth: node.depth + 1 });
    }
    return found;
}
/** Unique https addresses of pull requests in an entry of a PR agent type (contract 1.2). */
function pullRequestUrls(view) {
    if ((0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(view.message_type)?.namesPullRequests !== true)
        return [];
    const texts = strings([view.tool_output, view.observation, view.tool_input, view.thought]);
    const urls = texts
        .flatMap((text) => text.match(ADDRESS) ?? [])
        .flatMap((address) => PULL_REQUEST.exec(address)?.[0] ?? []);
    return [...new Set(urls)].map(apart);
}


/***/ }),

/***/ 1461:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   M_: () => (/* binding */ goneNotice),
/* harmony export */   RN: () => (/* binding */ inTime),
/* harmony export */   Sk: () => (/* binding */ endLine),
/* harmony export */   l6: () => (/* binding */ stepLine),
/* harmony export */   od: () => (/* binding */ planLine),
/* harmony export */   qo: () => (/* binding */ clockTime)
/* harmony export */ });
/* harmony import */ var _service_message_types_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(673);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(275);
/* harmony import */ var _safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(870);
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(7255);




const WORDS_MAX = 160;
/** `0:07`, `12:45`, `1:02:03`. */
function clockTime(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    const two = (value) => String(value).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor((seconds % 3600) / 60);
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
/** When something happens: `in 5s`, or `now` rather than `in 0s`. */
function inTime(ms) {
    return ms < 500 ? 'now' : `in ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(ms)}`;
}
/** The first line of the log. */
function planLine(plan) {
    const run = plan.runId === null ? 'an agent run' : `agent run ${plan.runId}`;
    const verb = { create: 'Creating', resume: 'Resuming', attach: 'Following' }[plan.mode];
    const patience = plan.wait
        ? `waiting up to ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(plan.timeoutMs)} for it to end`
        : 'not waiting for it to end (wait: false)';
    return `${verb} ${run} in organization ${plan.orgId}, ${patience}.`;
}
/** The longest name of a kind, so that what follows is aligned. */
const KIND_WIDTH = Math.max(..._service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .MESSAGE_TYPES */ .Ol.map((type) => (0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(type)?.label.length ?? 0));
const RED = '\u001b[31m';
const PLAIN = '\u001b[0m';
/**
 * A step on one line: time, kind, tool, first words. The line always begins with a visible character, even if the time is unknown, because
 * many problem matchers skip leading white space.
 */
function stepLine(step, { sinceStart, colour = false }) {
    const time = sinceStart === null ? '\u2013' : clockTime(sinceStart);
    const kind = (0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logPiece */ .Pl)((0,_service_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(step.kind)?.label ?? step.kind ?? '', 40) || '(no type)';
    const tool = (0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logPiece */ .Pl)(step.tool ?? '', 60);
    const words = (0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logPiece */ .Pl)(step.headline, WORDS_MAX);
    const pieces = `${kind.padEnd(KIND_WIDTH)}  ${tool === '' ? '' : `${tool}  `}${words}`;
    const start = ` ${time.padStart(6)}  `;
    const line = (0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logJoined */ .ik)(start, pieces.trimEnd());
    // The colour is added after sanitizing, so that it cannot hide anything from the sanitizer.
    return step.error && colour ? `${start}${RED}${line.slice(start.length)}${PLAIN}` : line;
}
const PULL_REQUESTS_MAX = 3;
const MESSAGE_MAX = 8_000;
/** The last line of the log: outcome, pull request and links, or what went wrong, which also says where to look. */
function endLine(end) {
    const onTheWay = end.outcome === 'succeeded' ? ' on the way' : '';
    const errors = end.errors > 0 ? `, ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .counted */ .hS)(end.errors, 'error')}${onTheWay}` : '';
    const outcome = `Outcome: ${end.outcome} after ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(end.durationMs)}, ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .counted */ .hS)(end.steps, 'step')}, ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .counted */ .hS)(end.requests, 'request')}${errors}.`;
    const named = end.pullRequests.slice(0, PULL_REQUESTS_MAX).join(' ');
    const rest = end.pullRequests.length - PULL_REQUESTS_MAX;
    const pullRequests = named === '' ? '' : `Pull request: ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
    const address = end.webUrl === null ? null : (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_3__/* .safeHttpsUrl */ .Wb)(end.webUrl);
    const message = end.message ?? '';
    const isNamed = address === null || message.includes(address);
    const where = isNamed ? '' : `Details: ${(0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logInline */ .Ab)(address, 2000)}`;
    const parts = [outcome, (0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_1__/* .logInline */ .Ab)(message, MESSAGE_MAX), pullRequests, where];
    return parts.filter((part) => part !== '').join(' ');
}
function goneNotice(runId) {
    return `Run ${runId}, recorded in this thread, no longer exists at the service: a new run is created.`;
}


/***/ }),

/***/ 1056:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ repositoryLinks)
/* harmony export */ });
/* harmony import */ var _safe_url_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7255);
/**
 * Links to this repository, and to those that the step's inputs name, on the runner's GitHub server (contract 6.4 "What is live"). Each
 * link is built from validated parts: owner, name, number, SHA, path. An address by the agent is only parsed for its parts and never
 * copied. Pure.
 */

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[\w.-]{1,100}$/;
const SHA = /^[0-9a-f]{7,64}$/i;
const REF = /^[\w][\w.-]{0,99}$/;
/** Path segments without escapes, `.` or `..`, so that the address shows its target. */
const PATH = /^(?!\/)(?:\/?(?!\.{1,2}(?:\/|$))[\w.+@-]+){1,40}$/;
const LINES = /^L\d{1,7}(?:-L\d{1,7})?$/;
const ADDRESS_MAX = 1_000;
const isNumber = (number) => Number.isInteger(number) && number > 0 && number < 1e10;
/** Links of one repository, and addresses of all. All are null for a repository that is unknown or has an unusual name. */
function repositoryLinks({ serverUrl, repository, repositories = [] }) {
    const server = (0,_safe_url_js__WEBPACK_IMPORTED_MODULE_0__/* .safeRunnerUrl */ .Vd)(serverUrl)?.replace(/\/+$/, '') ?? null;
    const own = linksOf(server, { repository, isOwn: true });
    const isOwn = (name) => name.toLowerCase() === repository.toLowerCase();
    const others = repositories
        .filter((name) => !isOwn(name))
        .map((name) => linksOf(server, { repository: name, isOwn: false }));
    const read = (address) => {
        for (const links of [own, ...others]) {
            const link = links.read(address);
            if (link !== null)
                return link;
        }
        return null;
    };
    return { ...own, read };
}
function linksOf(server, { repository, isOwn }) {
    const root = server !== null && REPOSITORY.test(repository) ? `${server}/${repository}` : null;
    const elsewhere = (mark) => (isOwn ? '' : `${repository}${mark}`);
    const link = (kind, label, path) => root === null ? null : { kind, label, url: `${root}/${path}` };
    const pullRequest = (number) => isNumber(number) ? link('pull_request', `${elsewhere('')}#${number}`, `pull/${number}`) : null;
    const issue = (number) => isNumber(number) ? link('issue', `${elsewhere('')}#${number}`, `issues/${number}`) : null;
    const commit = (sha) => SHA.test(sha)
        ? link('commit', `${elsewhere('@')}${sha.slice(0, 7).toLowerCase()}`, `commit/${sha.toLowerCase()}`)
        : null;
    const file = ({ ref, path, lines = '' }) => {
        if (!REF.test(ref) || path.length > 400 || !PATH.test(path) || (lines !== '' && !LINES.test(lines)))
            return null;
        return link('file', `${elsewhere('/')}${path}`, `blob/${ref}/${path}${lines === '' ? '' : `#${lines}`}`);
    };
    const read = (address) => {
        if (root === null || address.length > ADDRESS_MAX)
            return null;
        // GitHub ignores case in hosts, owners and names.
        if (address.slice(0, root.length + 1).toLowerCase() !== `${root}/`.toLowerCase())
            return null;
        const [path = '', lines = ''] = address.slice(root.length + 1).split('#');
        const [, kind, number] = /^(pull|issues)\/(\d{1,9})\/?$/.exec(path) ?? [];
        if (number !== undefined)
            return kind === 'pull' ? pullRequest(Number(number)) : issue(Number(number));
        const [, sha] = /^commit\/([0-9a-f]{7,64})$/i.exec(path) ?? [];
        if (sha !== undefined)
            return commit(sha);
        const [, ref, name] = /^blob\/([^/]+)\/(.+)$/.exec(path) ?? [];
        return ref === undefined || name === undefined ? null : file({ ref, path: name, lines });
    };
    return { pullRequest, issue, commit, file, read };
}


/***/ }),

/***/ 2343:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   DR: () => (/* binding */ spanIdOf),
/* harmony export */   Y0: () => (/* binding */ readTraceParent),
/* harmony export */   aB: () => (/* binding */ traceIdOf)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/** Deterministic trace and span IDs of a run. Pure. */

function digits(text, length) {
    const hex = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(`agent-run-action ${text}`).digest('hex').slice(0, length);
    // An ID of only zeros is invalid.
    return /[^0]/.test(hex) ? hex : `${'0'.repeat(length - 1)}1`;
}
function traceIdOf(runId) {
    return digits(`trace ${runId}`, 32);
}
/** @param entry position of the entry in the run, or the turn's own span with the position it begins at */
function spanIdOf(runId, entry) {
    return digits(`span ${runId} ${entry}`, 16);
}
/** Parses `TRACEPARENT` (W3C Trace Context). Null if invalid. */
function readTraceParent(value) {
    const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec((value ?? '').trim());
    const [, version = '', traceId = '', spanId = '', more = ''] = match ?? [];
    const odd = version === 'ff' || (version === '00' && more !== '') || /^0+$/.test(traceId) || /^0+$/.test(spanId);
    return match === null || odd ? null : { traceId, spanId };
}


/***/ }),

/***/ 704:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
__nccwpck_require__.r(__webpack_exports__);
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   otlpSecrets: () => (/* binding */ otlpSecrets),
/* harmony export */   otlpSettings: () => (/* binding */ otlpSettings)
/* harmony export */ });
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2343);

function otlpSettings(env) {
    const value = (name) => env[name]?.trim() ?? '';
    const own = value('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
    const shared = value('OTEL_EXPORTER_OTLP_ENDPOINT');
    const given = own === '' ? shared : own;
    const endpoint = given === '' ? null : endpointOf(given, { path: own === '' ? 'v1/traces' : null });
    const variable = own === '' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
    return {
        endpoint,
        headers: {
            ...headersOf(value('OTEL_EXPORTER_OTLP_HEADERS')),
            ...headersOf(value('OTEL_EXPORTER_OTLP_TRACES_HEADERS')),
        },
        protobuf: (value('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || value('OTEL_EXPORTER_OTLP_PROTOCOL')) === 'http/protobuf',
        parent: (0,_ids_js__WEBPACK_IMPORTED_MODULE_0__/* .readTraceParent */ .Y0)(env['TRACEPARENT']),
        content: value('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT').toLowerCase() === 'true',
        serviceName: value('OTEL_SERVICE_NAME') || 'agent-run-action',
        problem: given !== '' && endpoint === null ? `${variable} is no http or https address` : null,
    };
}
function endpointOf(given, { path }) {
    if (!URL.canParse(given))
        return null;
    const url = new URL(given);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return null;
    if (path !== null)
        url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
    return url.href;
}
/** `name=value,name=value`, values percent-encoded as in W3C Baggage. */
function headersOf(list) {
    const pairs = list.split(',').flatMap((item) => {
        const at = item.indexOf('=');
        const name = item.slice(0, Math.max(0, at)).trim().toLowerCase();
        const value = decoded(item.slice(at + 1).trim());
        return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !/[\r\n\0]/.test(value) ? [[name, value]] : [];
    });
    return Object.fromEntries(pairs);
}
function decoded(value) {
    try {
        return decodeURIComponent(value);
    }
    catch {
        return value;
    }
}
/** Header values that are never secret. */
const PLAIN = /^(?:true|false|gzip|none|application\/[\w.+-]+|\d{1,4})$/i;
/** Secrets in the header values: raw, decoded, and the part after a scheme such as `Bearer`. */
function otlpSecrets(env) {
    const given = [env['OTEL_EXPORTER_OTLP_HEADERS'], env['OTEL_EXPORTER_OTLP_TRACES_HEADERS']].map((list) => list?.trim() ?? '');
    const raw = given.flatMap((list) => list.split(',').map((item) => item.slice(item.indexOf('=') + 1).trim()));
    const values = [...raw, ...given.flatMap((list) => Object.values(headersOf(list)))];
    const bare = values.flatMap((value) => /^\w+\s+(\S{4,})$/.exec(value)?.[1] ?? []);
    return [...new Set([...values, ...bare])].filter((value) => value.length >= 4 && !PLAIN.test(value));
}


/***/ }),

/***/ 2919:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Nv: () => (/* binding */ lastPullRequest),
/* harmony export */   kQ: () => (/* binding */ checkMark),
/* harmony export */   ki: () => (/* binding */ whyUnverified)
/* harmony export */ });
/** The result of looking up a claimed pull request on GitHub (contract 14). Plain data for outputs and reporters. */
const MARKS = {
    verified: ' \u2713',
    not_found: ' (claimed, not found)',
    unchecked: ' (could not be checked)',
};
/** The text after a pull request's name: a tick if it exists, a note if not, nothing if it was not looked up. */
function checkMark(state) {
    return state === undefined ? '' : MARKS[state];
}
/** The pull request of this repository that the run opened or changed last, or null. */
function lastPullRequest(checks) {
    let last = null;
    for (const { pullRequest } of checks) {
        if (pullRequest === null || !pullRequest.here || !pullRequest.byRun)
            continue;
        if (last === null || (pullRequest.changedAt ?? 0) >= (last.changedAt ?? 0))
            last = pullRequest;
    }
    return last;
}
/**
 * Why a success is `unverified`, in one or two sentences. Quotes addresses by the agent.
 *
 * @param checks null if nothing was looked up
 */
function whyUnverified(checks) {
    const expected = 'The agent reported success, but `expect: pull_request` found no pull request of this run';
    if (checks === null)
        return `${expected}: the input \`github_token\` is empty, so GitHub could not be asked.`;
    if (checks.length === 0)
        return `${expected}: the run names none.`;
    return `${expected}. ${checks.map(standingOf).join('; ')}.`;
}
function standingOf({ url, state, reason, pullRequest }) {
    if (state === 'not_found')
        return `${url}: claimed, not found`;
    if (state === 'unchecked')
        return `${url}: could not be checked, ${reason ?? 'for a reason that is not known'}`;
    return `${url}: exists, but was neither opened nor changed since the run began (head ${pullRequest?.headSha.slice(0, 7) ?? 'not known'})`;
}


/***/ }),

/***/ 3895:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HM: () => (/* binding */ showsOldResult),
/* harmony export */   SR: () => (/* binding */ runIdOf),
/* harmony export */   du: () => (/* binding */ viewOf),
/* harmony export */   n6: () => (/* binding */ webUrlOf)
/* harmony export */ });
/* harmony import */ var _run_record_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8251);
/* harmony import */ var _shared_append_list_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7673);
/* harmony import */ var _entry_summary_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(7152);
/** Builds the view of a step that reporters show, from its state. Pure. */



function runIdOf({ turn, expected }) {
    return turn?.runId ?? expected;
}
function webUrlOf({ turn, seen }) {
    return (turn ?? seen)?.webUrl ?? null;
}
/** The turn whose result is used, or null if there is no run. */
function answered({ turn, corrected }) {
    return turn === null ? null : (0,_run_record_js__WEBPACK_IMPORTED_MODULE_0__/* .answeredTurn */ .JQ)(turn, corrected);
}
/** The result existed before this step's follow-up. */
function showsOldResult(state) {
    const turn = answered(state);
    return state.mode === 'resumed' && turn !== null && (0,_run_record_js__WEBPACK_IMPORTED_MODULE_0__/* .hasOldResult */ .Zo)(turn);
}
function standingOf({ turn, unclear, expected, sending }) {
    if (turn !== null)
        return turn.ended ? 'ended' : unclear ? 'not_known' : 'going_on';
    if (expected === null)
        return sending ? 'maybe_created' : 'no_run';
    return sending ? 'maybe_resumed' : 'untouched';
}
/** Only for verified pull requests. */
function titlesOf(checks) {
    const known = (checks ?? []).map(({ url, pullRequest }) => [url, pullRequest?.title ?? '']);
    return new Map(known.filter(([, title]) => title !== ''));
}
/** @param at the clock's `now`, and the number of requests sent to the service so far */
function viewOf(state, at) {
    const { outcome, errorCode, errorMessage, skipReason, cutShort, turn, callAt, endAt } = state;
    const counts = answered(state);
    return {
        ...{ outcome, errorCode, errorMessage, skipReason, cutShort },
        standing: standingOf(state),
        runId: runIdOf(state),
        webUrl: webUrlOf(state),
        status: (turn ?? state.seen)?.status ?? null,
        resumed: state.mode === 'resumed',
        attached: state.mode === 'attached',
        durationMs: callAt === null ? 0 : (endAt ?? at.now) - callAt,
        requests: at.requests,
        totalLogs: state.steps.length,
        result: counts === null ? '' : (0,_entry_summary_js__WEBPACK_IMPORTED_MODULE_2__/* .resultText */ .D6)((0,_run_record_js__WEBPACK_IMPORTED_MODULE_0__/* .resultSource */ .Tb)(counts)),
        resultIsOld: showsOldResult(state),
        resultJson: state.resultJson,
        corrected: state.corrected !== null,
        runSummary: turn?.summary ?? null,
        pullRequests: [...new Set([...(turn?.pullRequests ?? []), ...state.pullRequests])],
        steps: (0,_shared_append_list_js__WEBPACK_IMPORTED_MODULE_1__/* .itemsOf */ .S3)(state.steps),
        failures: state.failures,
        warnings: state.warnings,
        checks: state.checks,
        review: state.review,
        pullRequestTitles: titlesOf(state.checks),
        resultFile: state.resultFile,
        logsFile: state.logsFile,
        reportFile: state.reportFile,
        provenance: state.provenance,
    };
}


/***/ }),

/***/ 9880:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   g: () => (/* binding */ failureOf)
/* harmony export */ });
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(275);

const WHAT = {
    create: 'Creating the agent run',
    resume: 'Resuming the agent run',
    read: 'Reading the agent run',
    'look-up': 'Looking up the repository',
};
/**
 * The failure for a request that will not be sent again. For create and resume, every ambiguous error becomes
 * `ambiguous_create`. A request that was certainly not carried out gets here only when the time is up.
 */
function failureOf(error, context) {
    const code = codeOf(error, context.call);
    const happened = `${WHAT[context.call]} failed: ${headline(error)}.`;
    const said = error.said === '' ? '' : ` ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_0__/* .asSentence */ .KG)(`The service said: "${error.said}"`)}`;
    const page = isWebPage(error) ? ` ${webPageAdvice(context)}` : '';
    const next = error.missing ?? advice(code, { error, ...context });
    return { code, message: `${happened}${said}${page} ${next}${standing(context)}` };
}
/** The URL of the request. */
function addressOf({ call, baseUrl, orgId, runId }) {
    if (call === 'look-up')
        return `GET ${baseUrl}/v1/organizations/${orgId}/repos`;
    const root = `${baseUrl}/v1/organizations/${orgId}/agent/run`;
    if (call === 'read')
        return `GET ${root}/${String(runId)}`;
    return `POST ${root}${call === 'resume' ? '/resume' : ''}`;
}
/** An API responds with JSON. */
function isWebPage({ headers }) {
    return /^\s*(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
}
function webPageAdvice(context) {
    return `That was a web page, not an answer of the API (${addressOf(context)}): \`base_url\` (${context.baseUrl}) probably names a website or a sign-in page instead of the root of the API.`;
}
function standing({ untouched = false, runId, webUrl }) {
    if (!untouched)
        return '';
    const address = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_0__/* .shownAddress */ .Uk)(webUrl);
    const where = address === null ? '' : `look at ${address}, or `;
    return ` The run itself is not affected: ${where}follow it with \`agent_run_id: ${String(runId)}\` and no \`prompt\`.`;
}
function headline(error) {
    return error.kind === 'status' ? `the service answered HTTP ${String(error.status)}` : error.message;
}
function codeOf(error, call) {
    if (error.missing !== null)
        return 'not_found';
    if (error.throttled)
        return 'rate_limited';
    if (error.redirect)
        return 'bad_response';
    if (error.proof === 'ambiguous')
        return isRead(call) ? 'bad_response' : 'ambiguous_create';
    switch (error.status) {
        case null:
            return 'network';
        case 401:
            return 'unauthorized';
        case 402:
            return 'quota_exceeded';
        case 403:
            return 'forbidden';
        case 404:
            return 'not_found';
        default:
            return 'rejected';
    }
}
function isRead(call) {
    return call === 'read' || call === 'look-up';
}
function advice(code, context) {
    const { call, orgId, runId, baseUrl, error } = context;
    switch (code) {
        case 'unauthorized':
            return 'Check the input `token`: the API token is wrong, expired or revoked, or belongs to another service than `base_url` names.';
        case 'quota_exceeded':
            return "The organization's quota or credit is used up. Raise it at the service, then run this again.";
        case 'forbidden':
            return `Check that the token belongs to the organization ${orgId} (input \`org_id\`) and may use agent runs.`;
        case 'not_found':
            return runId === null
                ? `Check the inputs \`base_url\`, \`org_id\` and \`repo_id\`: ${addressOf(context)} does not exist or one of the IDs is wrong.`
                : `Check the inputs \`agent_run_id\` (${runId}), \`org_id\` (${orgId}) and \`base_url\`.`;
        case 'rejected':
            if (isRead(call))
                return 'Check the inputs.';
            return `Correct the inputs that the service names; ${undone(call)}.`;
        case 'rate_limited':
            return `The token was over its rate limit until the timeout, so ${undone(call)}. Run fewer jobs at once, or raise \`timeout_minutes\`.`;
        case 'ambiguous_create':
            return ambiguousAdvice(context);
        case 'bad_response':
            return error.redirect
                ? `Redirects are never followed. Check the input \`base_url\` (${baseUrl}): it must be the final address of the service.`
                : `${call === 'look-up' ? 'Nothing was created' : 'Nothing was sent to the run'}. If this lasts, check that \`base_url\` is the address of the agent service.`;
        case 'network':
            if (error.kind === 'no_time')
                return 'Waiting for the turn of this job among its `siblings`, or for the rate limit, took until the timeout. Raise `timeout_minutes`. Nothing was sent.';
            return error.kind === 'certificate'
                ? 'If the service uses its own certificate authority, set the environment variable NODE_EXTRA_CA_CERTS to the path of its certificate.'
                : `${addressOf(context)} was never reached. Check the host name in \`base_url\` (${baseUrl}) and the way to it from this runner (DNS, firewall, HTTPS_PROXY). Nothing was sent.`;
        default:
            return 'Please report this.';
    }
}
/** What a refused request left undone. */
function undone(call) {
    if (isRead(call))
        return 'the service could not be read';
    return call === 'create' ? 'nothing was started' : 'the run did not receive the follow-up';
}
function ambiguousAdvice({ call, runId, webUrl }) {
    if (call === 'resume') {
        const where = `run ${String(runId)} at ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_0__/* .shownAddress */ .Uk)(webUrl) ?? 'the service'}`;
        return `It is unknown whether the run received the follow-up, so it was not sent again. Look at ${where}: if the prompt is there, follow the run with \`agent_run_id\` and no \`prompt\`; if not, run this step again.`;
    }
    return 'It is unknown whether a run was created, so the request was not sent again. Look at the list of runs in the web interface of the service: if the run is there, follow it with `agent_run_id` and no `prompt`; if not, run this step again.';
}


/***/ }),

/***/ 5507:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* reexport safe */ _outcomes_js__WEBPACK_IMPORTED_MODULE_0__.OQ),
/* harmony export */   i: () => (/* reexport safe */ _outcomes_js__WEBPACK_IMPORTED_MODULE_0__.im)
/* harmony export */ });
/* harmony import */ var _outcomes_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2031);



/***/ }),

/***/ 2758:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   gN: () => (/* binding */ NO_BASELINE),
/* harmony export */   jT: () => (/* binding */ withLast),
/* harmony export */   jV: () => (/* binding */ baselineWithin),
/* harmony export */   mQ: () => (/* binding */ countsOf),
/* harmony export */   tz: () => (/* binding */ asDescending)
/* harmony export */ });
/* harmony import */ var _shared_multiset_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(595);
/** The state of a log before a turn begins. */

const NO_BASELINE = { count: 0, last: null, order: null };
/** Counts entries by fingerprint. */
function countsOf(entries) {
    const counts = new Map();
    for (const { fingerprint } of entries)
        (0,_shared_multiset_js__WEBPACK_IMPORTED_MODULE_0__/* .add */ .W)(counts, fingerprint);
    return counts;
}
/** The baseline of a log found to be descending: its newest entry is the first of the list, not the last as assumed. */
function asDescending(baseline) {
    if (baseline.order !== null || baseline.first === undefined)
        return baseline;
    return { ...baseline, last: baseline.first, order: 'desc' };
}
/** The baseline with its newest entry, when the page read before the turn did not include it. */
function withLast(baseline, last) {
    return baseline.count === 0 ? baseline : { ...baseline, last };
}
/** Limit on remembered entries of earlier turns, if the log was read only after the turn had begun. */
const REMEMBERED = 1_000;
/** The baseline of a turn that begins at position `at` of a complete log, given oldest first. */
function baselineWithin(rising, { at, order }) {
    const old = rising.slice(0, at);
    const [oldest, last] = [old[0] ?? null, old.at(-1) ?? null];
    const ends = order === 'desc' ? { first: last, end: oldest } : { first: oldest, end: last };
    return { count: at, last, ...ends, order, seen: countsOf(old.slice(-REMEMBERED)) };
}


/***/ }),

/***/ 3061:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   ZK: () => (/* binding */ inMemory),
/* harmony export */   cA: () => (/* binding */ lineOf),
/* harmony export */   e$: () => (/* binding */ detectOrder),
/* harmony export */   pe: () => (/* binding */ parseTime),
/* harmony export */   q0: () => (/* binding */ toEntry),
/* harmony export */   rI: () => (/* binding */ rawEntry)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _service_entry_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1570);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(618);
/** Log entries as the cursor handles them: line, fingerprint and time. */



function rawEntry(value) {
    const line = lineOf(value);
    const { created_at: createdAt, agent_run_id: runId } = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isRecord */ .u4)(value) ? value : {};
    return {
        line,
        fingerprint: (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', line, 'base64'),
        value,
        time: typeof createdAt === 'string' ? parseTime(createdAt) : null,
        runId: typeof runId === 'number' ? runId : null,
    };
}
/** A copy of the entry that does not depend on a file. */
function inMemory(raw) {
    if (raw.traits === undefined)
        return raw;
    const { line, fingerprint, time, runId } = raw;
    return { line, fingerprint, value: (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(line), time, runId };
}
/** Serializes an entry. `JSON.stringify`, unlike `JSON.parse`, fails on deep nesting, so fields nested too deeply are replaced by a note. */
function lineOf(value) {
    try {
        return JSON.stringify(value);
    }
    catch {
        // Only lists and objects can be nested, so this is an object.
        if (Array.isArray(value))
            return '"(nested too deeply to keep)"';
        const fields = Object.entries(value);
        return JSON.stringify(Object.fromEntries(fields.map(([key, field]) => [key, shallow(field)])));
    }
}
function shallow(field) {
    try {
        JSON.stringify(field);
        return field;
    }
    catch {
        return '(nested too deeply to keep)';
    }
}
function toEntry(raw, index) {
    const { line, value, time } = inMemory(raw);
    return { index, line, view: (0,_service_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .viewEntry */ .g)(value), time };
}
/** ISO 8601 in extended or basic format, with `T` or a space between date and time; the offset may omit minutes. */
const STAMP = /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,](\d+))?\s*(?:Z|([+-]\d{2}):?(\d{2})?)?$/i;
/**
 * Converts an ISO 8601 time stamp to milliseconds since the epoch, or null if it is unreadable. Microseconds are kept as a fraction, because
 * entries written in one burst may differ in nothing else; `Date.parse` drops them. A stamp without a zone is read as UTC.
 */
function parseTime(stamp) {
    if (stamp === null)
        return null;
    const match = STAMP.exec(stamp.trim());
    if (match === null) {
        const loose = Date.parse(stamp);
        return Number.isNaN(loose) ? null : loose;
    }
    const [, year, month, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] = match;
    const seconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
    return Number.isNaN(seconds) ? null : seconds + Number(`0.${fraction}`) * 1000;
}
/** How many times as many neighbors must be in one order as in the other. */
const CLEARLY = 2;
/**
 * The order of a list by its time stamps; null if they do not determine one (contract 4.7).
 *
 * @param known the order of earlier pages, which only a clear majority of the time stamps refutes: this page may be out of order
 */
function detectOrder(entries, known = null) {
    let rising = 0;
    let falling = 0;
    let previous = null;
    for (const { time } of entries) {
        if (time === null)
            continue;
        if (previous !== null && time > previous)
            rising += 1;
        if (previous !== null && time < previous)
            falling += 1;
        previous = time;
    }
    if (rising === falling)
        return null;
    const order = rising > falling ? 'asc' : 'desc';
    const isClear = Math.max(rising, falling) >= CLEARLY * Math.min(rising, falling);
    return known === null || isClear ? order : known;
}


/***/ }),

/***/ 2031:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   OQ: () => (/* binding */ ERROR_CODES),
/* harmony export */   im: () => (/* binding */ OUTCOMES)
/* harmony export */ });
/* unused harmony exports OUTCOME_TABLE, ERROR_CODE_TABLE */
/** How a step can end (contract 1.2 and 5), one row each. docs/reference.md and action.yml are generated from these tables. */
/** `outcome` \u2192 what it means. */
const OUTCOME_TABLE = {
    succeeded: 'The run ended successfully.',
    failed: 'The run ended with a failure.',
    cancelled: 'The step was cancelled, or the run was stopped at the service.',
    needs_input: 'The run waits for an answer.',
    timed_out: 'The run did not end within `timeout_minutes`, or its end could not be seen in time.',
    started: 'The run exists and `wait` is `false`.',
    skipped: 'Nothing was sent; `skip_reason` says why.',
    error: 'The step could not do its work; `error_code` and `error_message` say why.',
    unverified: 'The run succeeded, but GitHub confirmed none of its pull requests, which `expect` asks for.',
};
const OUTCOMES = Object.keys(OUTCOME_TABLE);
/** `error_code` \u2192 what it means. */
const ERROR_CODE_TABLE = {
    invalid_input: 'Inputs of the step are not valid. No request was sent.',
    unauthorized: 'The service answered 401: the token is wrong, expired or revoked.',
    quota_exceeded: "The service answered 402: the organization's quota is used up.",
    forbidden: 'The service answered 403: the token may not do this in this organization.',
    not_found: 'The service answered 404: the organization, repository or run does not exist, or it does not offer the endpoint.',
    rejected: 'The service rejected the request (400, 409, 422 or another 4xx).',
    rate_limited: 'The service refused the create or resume with 429 until the timeout.',
    network: 'The service could not be reached for two minutes, or until the timeout if that is sooner.',
    bad_response: 'The service redirected the request, or a resumed run never acted on the follow-up.',
    ambiguous_create: 'It is unknown whether a create or resume was carried out, so it was not sent again.',
    schema_mismatch: 'The result does not satisfy `output_schema`.',
    thread_unavailable: 'The thread could not be read, so no run was started that it may already have.',
    internal: 'A bug in this action.',
};
const ERROR_CODES = Object.keys(ERROR_CODE_TABLE);


/***/ }),

/***/ 6557:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   kR: () => (/* binding */ createRetryDelay),
/* harmony export */   l3: () => (/* binding */ startedBy),
/* harmony export */   yB: () => (/* binding */ startDelay)
/* harmony export */ });
/** The limit per minute (`LIMITS.creation`) allows one creation every 6 s. Slightly more tolerates clock differences. */
const START_SPACING_MS = 6800;
const START_BURST = 10;
/** The first ten are sent immediately. By this time the window of 60 s has passed for all of them. */
const START_AFTER_BURST_MS = 64_000;
/**
 * Maximum waits after successive refusals without a retry time. The last one repeats. One refusal may be a coincidence, a second one
 * indicates a queue, and a fourth one a long queue. If the service counts refused requests, a thousand jobs advance only if each tries less
 * often than every two hours, so the waits grow beyond that.
 */
const BOUNDS_MS = [20_000, 120_000, 350_000, 2_000_000, 8_000_000];
const LAST_BOUND_MS = 14_400_000;
/**
 * Waits also stay within the time left before the deadline, but not below this minimum and not below this part of the
 * time waited so far. Otherwise jobs that started together would all retry ever faster towards their common deadline.
 */
const HURRY = { leastMs: 2_000, ofWaited: 0.03 };
/**
 * If the service says when to retry, the wait is only slightly longer at first. After some refusals it grows fast, without a low maximum: all
 * waiting jobs are told the same time, and if the service counts refused requests, none of them succeeds until they try less often.
 */
const TOLD = { part: 0.5, leastMs: 1000, slow: 1.5, slowFor: 5, fast: 2.5 };
/** Milliseconds to wait before the first create, so that a matrix does not exceed the creation limit. */
function startDelay(place) {
    // Up to ten fit into one minute and need not wait.
    return place.siblings <= START_BURST || place.index < START_BURST
        ? 0
        : startSlot(place.index) + place.random() * 1000;
}
/**
 * Milliseconds to wait before a create or resume that was refused (429) is sent again. Full jitter above the floor,
 * within the time left so that one more attempt is made, unless that time is negligible compared with the time waited.
 * `attempt` counts such attempts, from 1.
 */
function createRetryDelay(retry) {
    const { attempt, floorMs, random, leftMs = Infinity, waitedMs = 0 } = retry;
    if (floorMs !== null) {
        const slow = TOLD.slow ** Math.min(attempt - 1, TOLD.slowFor);
        const fast = TOLD.fast ** Math.max(0, attempt - 1 - TOLD.slowFor);
        const scatter = Math.max(TOLD.leastMs, floorMs * TOLD.part) * slow * fast;
        return floorMs + random() * Math.min(LAST_BOUND_MS, scatter, Math.max(TOLD.leastMs, leftMs - floorMs));
    }
    return (random() *
        Math.min(BOUNDS_MS[attempt - 1] ?? LAST_BOUND_MS, Math.max(HURRY.leastMs, leftMs, HURRY.ofWaited * waitedMs)));
}
/** How many siblings have started when the run of this one is `ageMs` old, if each started in its slot. */
function startedBy(index, ageMs) {
    return START_BURST + (startSlot(index) + ageMs) / START_SPACING_MS;
}
/** When the sibling with this index sends its create, in ms from the start of the matrix. */
function startSlot(index) {
    return index < START_BURST ? 0 : START_AFTER_BURST_MS + (index - START_BURST) * START_SPACING_MS;
}


/***/ }),

/***/ 8251:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   JQ: () => (/* binding */ answeredTurn),
/* harmony export */   Ld: () => (/* binding */ changedAnswer),
/* harmony export */   Tb: () => (/* binding */ resultSource),
/* harmony export */   Zo: () => (/* binding */ hasOldResult),
/* harmony export */   hh: () => (/* binding */ showsNewAnswer),
/* harmony export */   n_: () => (/* binding */ hasFinalAnswer),
/* harmony export */   o0: () => (/* binding */ changedFacts),
/* harmony export */   sT: () => (/* binding */ reduceRun),
/* harmony export */   xS: () => (/* binding */ factsOf),
/* harmony export */   zv: () => (/* binding */ recordOf)
/* harmony export */ });
/* unused harmony export newSummary */
/* harmony import */ var _log_entry_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3061);

function recordOf(started) {
    const { runId, webUrl, status, mode, resultBefore = null, summaryBefore } = started;
    return {
        ...{ runId, webUrl, status, mode, resultBefore, summaryBefore },
        result: null,
        summary: null,
        pullRequests: [],
        finalAnswers: [],
        entries: 0,
        ended: false,
    };
}
/** Number of final answers kept from each end. */
const ANSWERS_KEPT = 4;
function bounded(answers) {
    return answers.length <= 2 * ANSWERS_KEPT ? answers : answers.toSpliced(ANSWERS_KEPT, 1);
}
/** Reduces one event of the turn. */
function reduceRun(record, event) {
    switch (event.type) {
        case 'status':
        case 'answer': {
            const { type: _, ...changed } = event;
            return { ...record, ...changed };
        }
        case 'entry': {
            const { entries, finalAnswers } = record;
            const { message_type: kind, observation } = event.entry.view;
            if (kind !== 'FINAL_ANSWER')
                return { ...record, entries: entries + 1 };
            const answers = bounded([...finalAnswers, { index: entries, at: entries, observation }]);
            return { ...record, entries: entries + 1, finalAnswers: answers };
        }
        case 'amended': {
            const { index, view } = event.entry;
            if (view.message_type !== 'FINAL_ANSWER')
                return record;
            const finalAnswers = record.finalAnswers.map((answer) => answer.index === index ? { ...answer, observation: view.observation } : answer);
            return { ...record, finalAnswers };
        }
        case 'order': {
            const finalAnswers = record.finalAnswers.map((answer) => ({
                ...answer,
                at: event.places[answer.index] ?? answer.index,
            }));
            return { ...record, finalAnswers };
        }
        case 'finished':
            return { ...record, ended: true };
        default:
            return record;
    }
}
function factsOf({ runId, webUrl, status }) {
    return { runId, webUrl, status };
}
/** The changes of status and address in a response, or null. */
function changedFacts(record, run) {
    const webUrl = run.web_url ?? record.webUrl;
    const status = run.status ?? record.status;
    return webUrl === record.webUrl && status === record.status ? null : { runId: record.runId, webUrl, status };
}
/**
 * The changes of result, summary and other run data in a response, or null. A missing field changes nothing, and a null field clears the
 * value (contract 4.6).
 */
function changedAnswer(record, run) {
    const result = run.result === undefined ? record.result : run.result;
    const summary = run.summary === undefined ? record.summary : run.summary;
    const urls = run.github_pull_requests.flatMap(({ url }) => (url === null ? [] : [url]));
    const added = [...new Set(urls)].filter((url) => !record.pullRequests.includes(url));
    const createdAt = (0,_log_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .parseTime */ .pe)(run.created_at ?? null) ?? record.createdAt ?? null;
    // The first summary shown in the turn may be from before it. Only another one is certainly of this turn.
    const first = record.mode === 'resumed' && record.summaryBefore === undefined ? run.summary : undefined;
    const told = createdAt !== (record.createdAt ?? null);
    if (result === record.result && summary === record.summary && added.length === 0 && !told && first === undefined)
        return null;
    // The same list unless it grew, because a change of it is news that puts off the end.
    const pullRequests = added.length === 0 ? record.pullRequests : [...record.pullRequests, ...added];
    return { result, summary, pullRequests, createdAt, ...(first !== undefined && { summaryBefore: first }) };
}
function hasFinalAnswer({ finalAnswers }) {
    return finalAnswers.length > 0;
}
/**
 * The source of the result (contract 4.6): the run's `result`; the observation of the last `FINAL_ANSWER` of this turn if `result` is null
 * (an empty text is a result) or a resumed run still shows the previous result; then a new summary; otherwise null.
 */
function resultSource(record) {
    const { result } = record;
    if (result !== null && !(isStale(record) && hasFinalAnswer(record)))
        return result;
    const answers = record.finalAnswers;
    const [first] = answers;
    const last = first && answers.reduce((latest, answer) => (answer.at > latest.at ? answer : latest), first);
    return last?.observation ?? newSummary(record);
}
/** The run's summary, if it belongs to this turn. */
function newSummary({ mode, summary, summaryBefore }) {
    if (mode !== 'resumed')
        return summary;
    return summaryBefore === undefined || summary === summaryBefore ? null : summary;
}
/** The run shows a result or summary that differs from the one before the follow-up. */
function showsNewAnswer(record) {
    const { result, resultBefore } = record;
    return (result !== null && result !== resultBefore) || (newSummary(record) ?? '') !== '';
}
/** The result existed before the follow-up, because this turn produced none. */
function hasOldResult(record) {
    return isStale(record) && (record.result ?? '') !== '' && !hasFinalAnswer(record);
}
function isStale({ mode, result, resultBefore }) {
    return mode === 'resumed' && result === resultBefore;
}
/** The turn whose result is used: the corrected turn if the repair produced no result. */
function answeredTurn(turn, corrected) {
    const brought = (resultSource(turn) ?? '') !== '' && !hasOldResult(turn);
    return brought ? turn : (corrected ?? turn);
}


/***/ }),

/***/ 2042:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ NEVER_CONNECTED_MS),
/* harmony export */   t: () => (/* binding */ send)
/* harmony export */ });
/* harmony import */ var _service_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2313);
/* harmony import */ var _service_retry_after_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5451);
/* harmony import */ var _error_message_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9880);
/* harmony import */ var _pacing_matrix_start_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(6557);




/** If no connection succeeds for this long, the service counts as unreachable (contract 5). */
const NEVER_CONNECTED_MS = 120_000;
/** Sends until the request is accepted, permanently refused, ambiguous, or out of time. */
async function send(ports, sending) {
    const { clock, random, emit } = ports;
    const { call, name } = sending;
    const reading = name === 'read';
    const startedAt = clock.now();
    let ambiguous = 0;
    // Some calls make several requests, of which an earlier one may have reached the service.
    const { reachedBefore = ports.client.reached() } = sending;
    let outage = false;
    let refusedSince = null;
    let refusal = null;
    for (let attempt = 1;; attempt += 1) {
        ports.stop.throwIfAborted();
        try {
            if (!reading) {
                await ports.beforeSending?.();
                emit({ type: 'sending', runId: sending.runId });
            }
            const value = await sending.send();
            return { ok: true, value, refusedMs: refusedSince === null ? 0 : clock.now() - refusedSince };
        }
        catch (error) {
            if (!(error instanceof _service_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ServiceError */ ._7))
                throw error;
            // The signal ends the step, whatever the response in flight was (contract 7.3).
            ports.stop.throwIfAborted();
            const proof = reading && error.passing && error.proof === 'permanent' ? 'ambiguous' : error.proof;
            if (proof === 'ambiguous')
                ambiguous += 1;
            else if (!reading)
                emit({ type: 'unsent' });
            const connected = ports.client.reached() > reachedBefore;
            if (error.throttled)
                refusedSince ??= clock.now();
            // A service that never connected within this time is considered unreachable (contract 5, `network`).
            const until = connected || error.kind === 'no_time' ? call.deadline : Math.min(call.deadline, startedAt + NEVER_CONNECTED_MS);
            const left = until - clock.now();
            // If there was no time for another attempt, the service's last error is the reason.
            const why = error.proof === 'unsent' ? (refusal ?? error) : error;
            if (proof === 'permanent' || ambiguous >= sending.ambiguousTries)
                return notSent(ports, sending, { why });
            if (left <= 0)
                return notSent(ports, sending, { why, outOfTime: reading && connected });
            refusal = error.throttled ? error : null;
            const floorMs = (0,_service_retry_after_js__WEBPACK_IMPORTED_MODULE_3__/* .answerFloor */ .Vp)(error, clock.wall());
            // If the service asks to wait beyond the deadline, the step waits until the deadline: a 429 alone never fails it
            // earlier.
            const waitedMs = refusedSince === null ? 0 : clock.now() - refusedSince;
            const retry = { attempt, floorMs, random, leftMs: left, waitedMs };
            const waitMs = Math.min(left, error.throttled ? (0,_pacing_matrix_start_js__WEBPACK_IMPORTED_MODULE_2__/* .createRetryDelay */ .kR)(retry) : (0,_service_retry_after_js__WEBPACK_IMPORTED_MODULE_3__/* .backoff */ .JN)(retry));
            if (error.throttled)
                emit({ type: 'throttled', waitMs });
            else if (!outage)
                emit({ type: 'outage', message: error.message, waitMs });
            outage ||= !error.throttled;
            await clock.sleep(waitMs, ports.stop);
            // Clocks return fractions, so less than a millisecond counts as none.
            if (until - clock.now() < 1)
                return notSent(ports, sending, { why: error, outOfTime: reading && connected });
        }
    }
}
function notSent({ baseUrl, orgId }, { name, runId, webUrl }, { why, outOfTime = false }) {
    return { ok: false, failure: (0,_error_message_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g)(why, { call: name, baseUrl, orgId, runId, webUrl }), error: why, outOfTime };
}


/***/ }),

/***/ 8499:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  jT: () => (/* binding */ attachTo),
  ut: () => (/* binding */ createRun),
  cI: () => (/* binding */ readRun),
  ZL: () => (/* binding */ resumeRun)
});

// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __nccwpck_require__(2313);
// EXTERNAL MODULE: ./build/src/service/entry.js
var entry = __nccwpck_require__(1570);
// EXTERNAL MODULE: ./build/src/run/log/entry.js
var log_entry = __nccwpck_require__(3061);
// EXTERNAL MODULE: ./build/src/run/log/baseline.js
var baseline = __nccwpck_require__(2758);
;// CONCATENATED MODULE: ./build/src/run/baseline.js



/**
 * Null if the page is empty or repeats the previous one, because a service without working pages would be read
 * endlessly.
 */
function beyond({ page: before }, skip, page) {
    const marks = (entries) => entries.map(({ fingerprint }) => fingerprint).join();
    return page.length === 0 || marks(page) === marks(before) ? null : { count: skip + page.length, page };
}
/** Reads the extent of a log. What an attempt has read is kept if it fails midway. */
class BaselineReader {
    #client;
    #runId;
    #glimpse;
    constructor(client, runId) {
        this.#client = client;
        this.#runId = runId;
    }
    /** What the failed attempts have read, or undefined if that is nothing. */
    get glimpse() {
        return this.#glimpse;
    }
    /**
     * Reads the number of entries, and the newest one. The total is verified: if it exceeds the first page, the end of
     * the log is read, and a full page is followed by the next one (the total may be the page's own count).
     *
     * @param of.runKnown as in `LogsRequest`
     */
    async read(call, of = {}) {
        const runId = this.#runId;
        const read = (skip) => this.#client.logs({ ...of, runId, skip, limit: entry/* PAGE_LIMIT */.W }, call);
        const entries = async (skip) => (await read(skip)).logs.map(log_entry/* rawEntry */.rI);
        const run = await read(0);
        const first = run.logs.map(log_entry/* rawEntry */.rI);
        const total = run.total_logs ?? 0;
        let known = { count: first.length, page: first };
        const seen = () => (0,baseline/* countsOf */.mQ)(known.page === first ? first : [...first, ...known.page]);
        this.#glimpse = { seen: seen(), stated: total > known.count ? total : null };
        if (total > known.count)
            known = beyond(known, total - 1, await entries(total - 1)) ?? known;
        while (known.page.length >= entry/* PAGE_LIMIT */.W) {
            // The log does not end where the total said.
            this.#glimpse = { seen: seen(), stated: null };
            const next = beyond(known, known.count, await entries(known.count));
            if (next === null)
                break;
            known = next;
        }
        const order = (0,log_entry/* detectOrder */.e$)(first);
        const newest = order === 'desc' ? first[0] : known.page.at(-1);
        const ends = { first: first[0] ?? null, end: known.page.at(-1) ?? null };
        return { run, baseline: { count: known.count, order, ...ends, last: newest ?? null, seen: seen() } };
    }
}

// EXTERNAL MODULE: ./build/src/run/send-with-retry.js
var send_with_retry = __nccwpck_require__(2042);
;// CONCATENATED MODULE: ./build/src/run/start.js



const NOTHING_BEFORE = {
    baseline: { count: 0, last: null, order: null },
    resultBefore: null,
    statusBefore: null,
    prompt: null,
    elsewhere: false,
    refusedMs: 0,
};
/** How far the clock that dates log entries may be behind the clock read before a resume. */
const CLOCK_SKEW_MS = 5_000;
async function createRun(ports, body, call) {
    const sent = await (0,send_with_retry/* send */.t)(ports, {
        call,
        name: 'create',
        runId: null,
        webUrl: null,
        ambiguousTries: 1,
        send: () => ports.client.create(body, call),
    });
    if (!sent.ok)
        return sent;
    const { id, web_url: webUrl, status, metadata } = sent.value;
    return {
        ok: true,
        started: { ...NOTHING_BEFORE, mode: 'created', runId: id, webUrl, status, metadata, refusedMs: sent.refusedMs },
    };
}
function attachTo(runId) {
    return { mode: 'attached', runId, webUrl: null, status: null, ...NOTHING_BEFORE };
}
/** Resumes a run. Reads the log first, to distinguish the entries of this turn from earlier ones (4.5). */
async function resumeRun(ports, { runId, prompt }, call) {
    const reachedBefore = ports.client.reached();
    const before = await readBefore(ports, runId, { call, reachedBefore });
    if (!before.ok)
        return before;
    const { run, baseline, glimpse } = before.value;
    ports.emit({ type: 'found', runId, webUrl: run.web_url, status: run.status });
    const body = { agent_run_id: runId, prompt };
    const since = (ports.client.serviceTime() ?? ports.clock.wall()) - CLOCK_SKEW_MS;
    const sent = await (0,send_with_retry/* send */.t)(ports, {
        call,
        name: 'resume',
        runId,
        webUrl: run.web_url,
        ambiguousTries: 1,
        reachedBefore,
        send: () => ports.client.resume(body, call),
    });
    const turn = {
        ...NOTHING_BEFORE,
        mode: 'resumed',
        runId,
        webUrl: run.web_url,
        status: run.status,
        baseline: baseline ?? { ...NOTHING_BEFORE.baseline, ...glimpse, since },
        prompt,
        resultBefore: run.result ?? null,
        statusBefore: run.status,
        ...(run.summary !== undefined && { summaryBefore: run.summary }),
    };
    if (!sent.ok)
        return { ...sent, pending: turn };
    const { value: reply, refusedMs } = sent;
    if (reply !== null && reply.id !== null && reply.id !== runId) {
        const message = `The service answered the follow-up to run ${runId} with another run, ${reply.id}: that one is followed.`;
        ports.emit({ type: 'warning', message });
        const { id, web_url: webUrl, status } = reply;
        const { resultBefore, summaryBefore = null } = turn;
        const there = {
            mode: 'resumed',
            runId: id,
            webUrl,
            status,
            prompt,
            resultBefore,
            summaryBefore,
            refusedMs,
        };
        return { ok: true, started: { ...NOTHING_BEFORE, ...there, elsewhere: true } };
    }
    return {
        ok: true,
        started: {
            ...turn,
            webUrl: reply?.web_url ?? turn.webUrl,
            status: reply?.status ?? turn.status,
            // The log page may not have contained the summary.
            ...(turn.summaryBefore === undefined && reply?.summary !== undefined && { summaryBefore: reply.summary }),
            refusedMs,
        },
    };
}
/** Reads a run without changing it. Retries temporary failures until the deadline. */
function readRun(ports, runId, call) {
    const read = () => ports.client.run(runId, call);
    return (0,send_with_retry/* send */.t)(ports, { call, name: 'read', runId, webUrl: null, ambiguousTries: Infinity, send: read });
}
/** Number of attempts to read the log before a resume proceeds without it. */
const BASELINE_TRIES = 3;
async function readBefore(ports, runId, { call, reachedBefore }) {
    const read = { call, name: 'read', runId, webUrl: null, reachedBefore };
    const reader = new BaselineReader(ports.client, runId);
    const logs = await (0,send_with_retry/* send */.t)(ports, { ...read, ambiguousTries: BASELINE_TRIES, send: () => reader.read(call) });
    if (logs.ok)
        return await withRun(ports, logs, { ...read, ambiguousTries: BASELINE_TRIES });
    if (logs.outOfTime || logs.error.redirect || logs.error.proof === 'unsent')
        return logs;
    const isElsewhere = logs.error.status === 404 && !(logs.error instanceof errors/* LogsNotOffered */.cG);
    // The logs endpoint is ALPHA and may fail (2.3). The run itself has at least status and result.
    return await (0,send_with_retry/* send */.t)(ports, {
        ...read,
        ambiguousTries: Infinity,
        send: async () => {
            const run = await ports.client.run(runId, call);
            const baseline = isElsewhere ? await baselineOfKnownRun(reader, call) : null;
            return { run, baseline, glimpse: reader.glimpse };
        },
    });
}
/** Reads the status and result before the follow-up from the run itself if the log page had none: what is compared with them later may. */
async function withRun(ports, logs, read) {
    const { run: page } = logs.value;
    if (page.status !== null && page.result !== undefined)
        return logs;
    const run = await (0,send_with_retry/* send */.t)(ports, { ...read, send: () => ports.client.run(read.runId, read.call) });
    if (!run.ok)
        return run.error.redirect ? run : logs;
    // Loaded on demand: nothing before the first request needs it.
    const { completedBy } = await Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(343)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5343));
    return { ...logs, value: { ...logs.value, run: completedBy(run.value, page) } };
}
/** The run is known, so a 404 means that the log address is wrong (contract 2.3). Null if the log still cannot be read. */
async function baselineOfKnownRun(reader, call) {
    try {
        return (await reader.read(call, { runKnown: true })).baseline;
    }
    catch (error) {
        if (error instanceof errors/* ServiceError */._7 && !error.throttled)
            return null;
        throw error;
    }
}


/***/ }),

/***/ 3220:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CC: () => (/* binding */ createClassifier),
/* harmony export */   F0: () => (/* binding */ isSameStatus),
/* harmony export */   Hd: () => (/* binding */ isTerminal),
/* harmony export */   SP: () => (/* binding */ normalizeStatus),
/* harmony export */   sG: () => (/* binding */ outcomeOf)
/* harmony export */ });
/* unused harmony export STATUS_TABLE */
/** The meaning of status words (contract 4.2). The spec does not list them, so the table is an assumption that inputs can extend. */
const STATUS_TABLE = {
    success: ['COMPLETE', 'COMPLETED', 'SUCCESS', 'SUCCEEDED', 'DONE', 'FINISHED'],
    failure: ['ERROR', 'FAILED', 'FAILURE', 'TIMEOUT', 'TIMED_OUT', 'MAX_ITERATIONS_REACHED', 'OUT_OF_TOKENS'],
    cancelled: ['CANCELLED', 'CANCELED', 'STOPPED', 'ABORTED'],
    needs_input: ['PAUSED', 'WAITING_FOR_INPUT', 'REQUIRES_ACTION'],
    active: ['ACTIVE', 'RUNNING', 'PENDING', 'QUEUED', 'IN_PROGRESS', 'EVALUATION', 'CREATED', 'STARTED'],
};
/** Compared without case and surrounding spaces. `-` and space count as `_`. */
function normalizeStatus(word) {
    return word
        .trim()
        .toUpperCase()
        .replace(/[-\s]+/g, '_');
}
function isSameStatus(one, other) {
    return normalizeStatus(one) === normalizeStatus(other);
}
/** Creates the classifier. Words from the inputs take precedence over the built-in table. Null means unrecognized. */
function createClassifier(inputs) {
    const known = new Map();
    const add = (words, meaning) => {
        for (const word of words)
            known.set(normalizeStatus(word), meaning);
    };
    for (const [meaning, words] of Object.entries(STATUS_TABLE))
        add(words, meaning);
    add(inputs.failureStatuses, 'failure');
    add(inputs.successStatuses, 'success');
    return (word) => (word === null ? 'unknown' : (known.get(normalizeStatus(word)) ?? 'unknown'));
}
function isTerminal(meaning) {
    return meaning !== 'active' && meaning !== 'unknown';
}
/** The outcome of a terminal status. */
function outcomeOf(meaning) {
    switch (meaning) {
        case 'success':
            return 'succeeded';
        case 'failure':
            return 'failed';
        case 'cancelled':
            return 'cancelled';
        case 'needs_input':
            return 'needs_input';
    }
}


/***/ }),

/***/ 626:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ withFile),
/* harmony export */   Rp: () => (/* binding */ CAREFUL),
/* harmony export */   oQ: () => (/* binding */ notRegular)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/** Opens files without following links, so that a link created after the path was checked has no effect (contract 1.1). */

/** Does not follow links, and does not block on a pipe or device. Windows has neither flag. */
const CAREFUL = (node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW ?? 0) | (node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK ?? 0);
/** Opens the regular file at `path` (not a link), passes it to the callback, and closes it. */
function withFile(path, flags, use) {
    const descriptor = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, flags | CAREFUL);
    try {
        const stats = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fstatSync)(descriptor);
        if (!stats.isFile())
            throw notRegular(path);
        return use(descriptor, stats);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(descriptor);
    }
}
function notRegular(path) {
    return Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL' });
}


/***/ }),

/***/ 2191:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   De: () => (/* binding */ createHost),
/* harmony export */   Md: () => (/* binding */ sturdyHost),
/* harmony export */   lB: () => (/* binding */ redactingFiles),
/* harmony export */   m6: () => (/* binding */ policedFiles),
/* harmony export */   ou: () => (/* binding */ redactingHost)
/* harmony export */ });
/* harmony import */ var _safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(870);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(275);
/* harmony import */ var _path_policy_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6853);



function createHost({ core, summaryFile, files, onFail }) {
    return {
        input: (name) => core.getInput(name),
        mask: (value) => core.setSecret(value),
        output: (name, value) => core.setOutput(name, value),
        saveState: (name, value) => core.saveState(name, value),
        state: (name) => core.getState(name),
        line: (text) => core.info(text),
        startGroup: (title) => core.startGroup(title),
        endGroup: () => core.endGroup(),
        notice: (message, properties) => core.notice(message, properties),
        warning: (message, properties) => core.warning(message, properties),
        error: (message, properties) => core.error(message, properties),
        debug: (message) => core.debug(message),
        debugging: () => core.isDebug(),
        summary: (markdown) => {
            if (summaryFile !== '')
                files.append(summaryFile, markdown);
            return Promise.resolve();
        },
        fail: onFail,
    };
}
/**
 * Wraps a host so that secrets are redacted from everything passed to it. The runner's masking is only a second line of defence and does
 * not cover files.
 */
function redactingHost(host, redact) {
    const properties = (given) => given?.title === undefined ? {} : { title: redact(given.title) };
    return {
        ...host,
        output: (name, value) => host.output(name, redact(value)),
        saveState: (name, value) => host.saveState(name, redact(value)),
        line: (text) => host.line(redact(text)),
        startGroup: (title) => host.startGroup(redact(title)),
        notice: (message, given) => host.notice(redact(message), properties(given)),
        warning: (message, given) => host.warning(redact(message), properties(given)),
        error: (message, given) => host.error(redact(message), properties(given)),
        debug: (message) => host.debug(redact(message)),
        summary: (markdown) => host.summary(redact(markdown)),
    };
}
/**
 * Wraps a host so that a runner file that cannot be written (for example because the disk is full) is reported once and otherwise ignored.
 * It must not end a step that follows a run. Missing outputs fail the step, because later steps depend on them.
 */
function sturdyHost(host) {
    const properties = { title: 'Agent run: runner files' };
    return {
        ...host,
        output: passingOver((name, value) => host.output(name, value), (why) => {
            const message = `The step outputs cannot be written (${why}), so later steps read too little from this one. Make room on the disk of the runner.`;
            host.error((0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__/* .annotation */ .w7)(message), properties);
            host.fail();
        }),
        saveState: passingOver((name, value) => host.saveState(name, value), (why) => {
            const message = `The state for the post step cannot be written (${why}): were this step killed, nobody could make up for it.`;
            host.warning((0,_safe_job_log_js__WEBPACK_IMPORTED_MODULE_0__/* .annotation */ .w7)(message), properties);
        }),
    };
}
/** Ignores failures, but reports the first. */
function passingOver(write, tell) {
    let told = false;
    return (name, value) => {
        try {
            write(name, value);
        }
        catch (error) {
            if (!told)
                tell((0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error));
            told = true;
        }
    };
}
/** Wraps the files so that secrets are redacted from everything that is written. */
function redactingFiles(files, redact) {
    return {
        ...files,
        write: (path, text) => files.write(path, redact(text)),
        append: (path, text) => files.append(path, redact(text)),
    };
}
/** Wraps the files so that each write checks the path policy again, because the path may have changed since the first check. */
function policedFiles(files, env) {
    const policy = (0,_path_policy_js__WEBPACK_IMPORTED_MODULE_1__/* .createPathPolicy */ .eY)(env, files);
    return {
        ...files,
        makeDirectory(path) {
            const checked = policy.forWriting(path);
            if (!checked.ok)
                throw new Error(`The folder "${path}", ${checked.why}, is not created`);
            files.makeDirectory(checked.path);
        },
        write: (path, text) => files.write(policy.here(path), text),
        append: (path, text) => files.append(policy.here(path), text),
        remove: (path) => files.remove(policy.here(path)),
        rename: (from, to) => files.rename(policy.here(from), policy.here(to)),
        assemble: async (path, parts) => files.assemble(policy.here(path), parts),
    };
}


/***/ }),

/***/ 5692:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  P0: () => (/* reexport */ OUTPUT_NAMES),
  Ce: () => (/* binding */ presetOutputs),
  n0: () => (/* binding */ setOutputs),
  tH: () => (/* binding */ stepOutputs),
  TQ: () => (/* binding */ webUrlOutput)
});

// EXTERNAL MODULE: ./build/src/report/ending.js
var ending = __nccwpck_require__(1682);
// EXTERNAL MODULE: ./build/src/report/pull-request-check.js
var pull_request_check = __nccwpck_require__(2919);
// EXTERNAL MODULE: ./build/src/safe/outputs.js
var outputs = __nccwpck_require__(3184);
// EXTERNAL MODULE: ./build/src/run/outcomes.js
var outcomes = __nccwpck_require__(2031);
;// CONCATENATED MODULE: ./build/src/runner/output-table.js
/** Every output of the action (contract 1.2) with its description, in the order of action.yml, which is generated from this table. */

const codeList = (words) => words.map((word) => `\`${word}\``).join(', ');
const OUTPUT_TABLE = {
    agent_run_id: 'ID of the run. Set as soon as it is known, before any waiting.',
    web_url: "URL of the run's page at the agent service. Set as soon as it is known.",
    status: "The service's last status word, as received.",
    outcome: `One of ${codeList(outcomes/* OUTCOMES */.im)}.`,
    result: 'Result text of the run, written by the agent: treat it as data. Truncated with a visible mark if it exceeds the limit for outputs; `result_file` has all of it.',
    result_file: 'Path of a file with the complete result text.',
    logs_file: 'Path of the file with every log entry of this turn, one JSON object per line.',
    report_file: 'Path of the trace report, a single HTML file.',
    result_json: 'With `output_schema`, the validated value as compact JSON for `fromJSON`.',
    total_logs: 'Number of log entries received for this turn.',
    resumed: '`true` if this step continued an earlier run, otherwise `false`.',
    duration_seconds: 'Seconds from the create or resume request to the end.',
    requests: 'Number of requests that reached the agent service.',
    pull_requests: "JSON array with the URLs of the run's pull requests; `[]` if there are none.",
    comment_url: 'URL of the comment that this step keeps up to date.',
    run_summary: "The run's short summary, where the service provides one.",
    pull_request_number: 'Number of the pull request in this repository that the run opened or changed last, as confirmed by GitHub.',
    head_branch: 'Head branch of that pull request.',
    head_sha: 'Head commit of that pull request.',
    otlp_file: 'With `otlp`, path of the trace in OTLP/JSON.',
    runs: 'With `tasks`, JSON array with the outcome of each run, in the order of the tasks.',
    runs_file: 'With `tasks`, path of a file with the complete results, one JSON object per line.',
    counts: 'With `tasks`, JSON object with the number of runs per outcome.',
    findings: 'With `review`, JSON array with the findings; `placed` says where each one is: `inline`, `body` or `known`.',
    review_url: "With `review`, URL of the pull request's review.",
    sarif_file: 'With `review`, path of the findings as SARIF 2.1.0 for code scanning.',
    error_code: `With outcome \`error\`, one of ${codeList(outcomes/* ERROR_CODES */.OQ)}.`,
    error_message: "Unless the outcome is good news: what happened, the cause or the agent's question, and what to do next, in one line.",
    skip_reason: 'With outcome `skipped`, the reason.',
};
const OUTPUT_NAMES = Object.keys(OUTPUT_TABLE);

;// CONCATENATED MODULE: ./build/src/runner/outputs.js





/** The runner accepts 1 MB of outputs per job, counted in UTF-16. A little is left for other steps (docs/decisions/output-budget.md). */
const BUDGET_UNITS = 490_000;
const MESSAGE_UNITS = 8_000;
const LIST_UNITS = 50_000;
const FINDINGS_UNITS = 150_000;
const CUT = '\n\n\u2026 [cut: the whole result is in result_file]';
/** The run's web address as received, at most 8,000 UTF-16 units, or empty if there is none. */
function webUrlOutput(webUrl) {
    return (0,outputs/* outputValue */.r)((webUrl ?? '').slice(0, MESSAGE_UNITS));
}
function stepOutputs({ view, resultJson, commentUrl, otlpFile = null, sarifFile = null, }) {
    const pull = (0,pull_request_check/* lastPullRequest */.Nv)(view.checks ?? []);
    const text = (value, units = Infinity) => value === null ? '' : (0,outputs/* outputValue */.r)(String(value).slice(0, units));
    const others = {
        agent_run_id: text(view.runId),
        web_url: webUrlOutput(view.webUrl),
        status: text(view.status, MESSAGE_UNITS),
        outcome: view.outcome,
        result_file: text(view.resultFile),
        logs_file: text(view.logsFile),
        report_file: text(view.reportFile),
        total_logs: text(view.totalLogs),
        resumed: String(view.resumed),
        duration_seconds: (view.durationMs / 1000).toFixed(1),
        requests: text(view.requests),
        pull_requests: pullRequestList(view.pullRequests),
        comment_url: text(commentUrl),
        run_summary: text(view.runSummary ?? null, MESSAGE_UNITS),
        pull_request_number: text(pull?.number ?? null),
        head_branch: text(pull?.headBranch ?? null),
        head_sha: text(pull?.headSha ?? null),
        otlp_file: text(otlpFile),
        runs: '',
        runs_file: '',
        counts: '',
        findings: findingList(view.review?.findings ?? null),
        review_url: text(view.review?.url ?? null, MESSAGE_UNITS),
        sarif_file: text(sarifFile),
        error_code: text(view.errorCode),
        error_message: text((0,ending/* endMessage */.rd)(view), MESSAGE_UNITS),
        skip_reason: text(view.skipReason, MESSAGE_UNITS),
    };
    const spent = Object.values(others).reduce((sum, value) => sum + value.length, 0);
    const room = Math.max(0, BUDGET_UNITS - spent);
    // Truncated JSON is not valid, so it is written whole or not at all.
    const json = resultJson === null || resultJson.length > room ? '' : resultJson;
    const result = cut(view.result, Math.max(CUT.length, room - json.length));
    return { ...others, result, result_json: json };
}
/** Only web addresses, and only as many complete ones as fit. */
function pullRequestList(urls) {
    let room = LIST_UNITS;
    const fitting = urls
        .filter((url) => /^https?:\/\//i.test(url))
        .filter((url) => {
        room -= JSON.stringify(url).length + 1;
        return room >= 0;
    });
    return JSON.stringify(fitting);
}
/** Empty without a review. Truncated JSON is not valid, so whole findings are left out at the end. */
function findingList(findings) {
    if (findings === null)
        return '';
    let room = FINDINGS_UNITS;
    const fitting = findings
        .map(({ fingerprint, startLine, line, ...rest }) => JSON.stringify({ id: fingerprint, ...rest, line, start_line: startLine === line ? null : startLine }))
        .filter((json) => {
        room -= json.length + 1;
        return room >= 0;
    });
    return (0,outputs/* outputValue */.r)(`[${fitting.join(',')}]`);
}
function cut(text, units) {
    return text.length <= units ? text : `${text.slice(0, units - CUT.length).toWellFormed()}${CUT}`;
}
/** Sets every output whose value differs from the one in `written`, and records it there. */
function setOutputs(host, sources, written) {
    const values = stepOutputs(sources);
    for (const name of OUTPUT_NAMES) {
        if (written.get(name) === values[name])
            continue;
        written.set(name, values[name]);
        host.output(name, values[name]);
    }
}
/** The outputs of a step that ends abnormally: out of memory, aborted or killed. */
const CRASHED = 'The step ended before it could say how: it was killed, or it ran out of memory. If `agent_run_id` is set, the run may go on at `web_url`.';
/** Sets all outputs to the values that apply if the step ends without setting others (contract 1.2). */
function presetOutputs(host, { view, ...sources }, written) {
    const crashed = { outcome: 'error', errorCode: 'internal', errorMessage: CRASHED };
    setOutputs(host, { ...sources, view: { ...view, ...crashed } }, written);
}


/***/ }),

/***/ 6853:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   K0: () => (/* binding */ isBelowFile),
/* harmony export */   eY: () => (/* binding */ createPathPolicy)
/* harmony export */ });
/* unused harmony export resolveInside */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__nccwpck_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/**
 * The policy for every file that the action reads or writes (contract 1.1). With all links resolved, a file must be inside the workspace
 * (or `RUNNER_TEMP` for output files), and not in a `.git` folder or one of the runner's own files.
 */

/** Files that the runner writes for the action, or reads from it. */
const RUNNER_FILES = [
    'GITHUB_EVENT_PATH',
    'GITHUB_ENV',
    'GITHUB_OUTPUT',
    'GITHUB_PATH',
    'GITHUB_STATE',
    'GITHUB_STEP_SUMMARY',
];
/** Folders in `RUNNER_TEMP` where the runner stores these files for all steps of the job. */
const RUNNER_FOLDERS = new Set(['_github_workflow', '_runner_file_commands']);
function createPathPolicy(env, files) {
    const workspace = env['GITHUB_WORKSPACE'] ?? '';
    const temp = env['RUNNER_TEMP'] ?? '';
    const base = workspace === '' ? temp : workspace;
    const outputRoots = [workspace, temp];
    const runnerFiles = RUNNER_FILES.flatMap((name) => {
        const path = env[name] ?? '';
        return path === '' ? [] : [files.realPath(path) ?? (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(path)];
    });
    /** The problem with a resolved path, or null. */
    const forbidden = (real, roots) => {
        if (runnerFiles.some((path) => path === real))
            return "which is one of the runner's own files";
        const names = roots.flatMap((root) => namesBelow(files, { path: real, root }) ?? []);
        if (names.some(isGitFolder))
            return 'which leads into .git, where the token of the checkout may be';
        if (names.some((name) => RUNNER_FOLDERS.has(name.toLowerCase())))
            return "which is one of the runner's own files";
        return null;
    };
    const check = (path, { roots, where }) => {
        const real = base === '' ? null : resolveInside(files, path, { base, roots });
        const why = real === null ? `which leads out of ${where}` : forbidden(real, roots);
        return real === null || why !== null ? { ok: false, why: why ?? '' } : { ok: true, path: real };
    };
    return {
        forReading: (path) => check(path, { roots: [workspace], where: 'the workspace' }),
        forWriting: (path) => check(path, { roots: outputRoots, where: 'the workspace and RUNNER_TEMP' }),
        here(path) {
            const folder = resolveInside(files, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)(path), { base: '/', roots: outputRoots });
            const real = folder === null ? null : (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(folder, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(path));
            const why = real === null ? 'which leads out of the workspace and RUNNER_TEMP' : forbidden(real, outputRoots);
            if (real === null || why !== null)
                throw new Error(`"${path}", ${why ?? ''}, is not written`);
            return real;
        },
    };
}
/** The path segments from `root` to the resolved `path`, or null if `path` is outside. */
function namesBelow(files, { path, root }) {
    if (root === '')
        return null;
    const way = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(resolveLinks(files, root) ?? (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(root), path);
    const outside = way === '..' || way.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_0__.sep}`) || (0,node_path__WEBPACK_IMPORTED_MODULE_0__.isAbsolute)(way);
    return outside ? null : way.split(node_path__WEBPACK_IMPORTED_MODULE_0__.sep);
}
/** Matches every spelling that a file system treats as `.git`: any letter case, and trailing dots and stream names on Windows. */
function isGitFolder(name) {
    return /^\.git[. ]*(?::|$)/i.test(name);
}
/** Resolves every existing link in `path`. Segments that do not exist yet are kept. Null if the path cannot be resolved. */
function resolveLinks(files, path) {
    let existing = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(path);
    let rest = '';
    let real = files.realPath(existing);
    while (real === null) {
        // A dangling link becomes effective as soon as something is written through it.
        if (files.isLink(existing))
            return null;
        const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)(existing);
        if (parent === existing)
            return null;
        rest = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.relative)(parent, existing), rest);
        existing = parent;
        real = files.realPath(existing);
    }
    return (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(real, rest);
}
/** The resolved `path` (relative to `base`) if it is in one of `roots`, otherwise null. */
function resolveInside(files, path, { base, roots }) {
    if (path.includes('\0'))
        return null;
    const target = resolveLinks(files, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(base, path));
    if (target === null)
        return null;
    return roots.some((root) => namesBelow(files, { path: target, root }) !== null) ? target : null;
}
/** Whether a parent of `path` is a file, so that nothing can be created below it. */
function isBelowFile(files, path) {
    const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)(path);
    return parent !== path && (files.isFile(parent) || isBelowFile(files, parent));
}


/***/ }),

/***/ 1870:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ky: () => (/* binding */ identityText),
/* harmony export */   iZ: () => (/* binding */ saveRunState),
/* harmony export */   lb: () => (/* binding */ LEFTOVERS),
/* harmony export */   xN: () => (/* binding */ readIdentity),
/* harmony export */   xz: () => (/* binding */ readRunState)
/* harmony export */ });
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2125);
/* harmony import */ var _safe_outputs_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3184);
/* harmony import */ var _shared_integer_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(9176);
/* harmony import */ var _run_events_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5507);




const PHASES = ['idle', 'sending', 'running', 'ended', 'fleet', 'fleet_end', 'done'];
/** What the post step does if the main step could not: in the order of its list. */
const LEFTOVERS = ['stop', 'summary', 'comment', 'status'];
const ANNOUNCED = ['unsent', 'sending', 'sent'];
const MODES = ['created', 'resumed', 'attached'];
/** UTF-16 units. The runner passes the state in environment variables. */
const VALUE_MAX = 8_000;
/** Encodes the key of a create and the time it was sent. */
function identityText({ identity, sentAt, }) {
    return `${identity.key}.${identity.generation}.${identity.asked}.${Math.floor(sentAt)}`;
}
function readIdentity(text) {
    const [, key = '', generation, asked = '', sentAt] = /^([0-9a-f]{32})\.(\d{1,9})\.([0-9a-f]{32})\.(\d{1,16})$/.exec(text) ?? [];
    return key === '' ? null : { identity: { key, generation: Number(generation), asked }, sentAt: Number(sentAt) };
}
/** Saves only the given fields. Fields saved before are kept. */
function saveRunState(host, state) {
    for (const [name, value] of Object.entries(state))
        host.saveState(name, value === null ? '' : (0,_safe_outputs_js__WEBPACK_IMPORTED_MODULE_2__/* .outputValue */ .r)(String(value).slice(0, VALUE_MAX)));
}
function readRunState(host) {
    const phase = PHASES.find((known) => known === host.state('phase'));
    if (phase === undefined)
        return null;
    const text = (name) => (host.state(name) === '' ? null : host.state(name));
    const known = (words, name) => words.find((word) => word === host.state(name)) ?? null;
    const number = (name) => {
        const value = (0,_shared_integer_js__WEBPACK_IMPORTED_MODULE_3__/* .integerOf */ .c)(host.state(name));
        return Number.isNaN(value) ? null : value;
    };
    return {
        phase,
        runId: number('runId'),
        before: number('before'),
        webUrl: text('webUrl'),
        mode: known(MODES, 'mode'),
        promptHash: text('promptHash'),
        identity: text('identity'),
        fileStem: text('fileStem'),
        comments: text('comments'),
        journal: text('journal'),
        outcome: known(_run_events_js__WEBPACK_IMPORTED_MODULE_1__/* .OUTCOMES */ .i, 'outcome'),
        errorCode: known(_run_events_js__WEBPACK_IMPORTED_MODULE_1__/* .ERROR_CODES */ .O, 'errorCode'),
        errorMessage: text('errorMessage'),
        statusSha: text('statusSha'),
        statusState: known(_github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMIT_STATES */ .$c, 'statusState'),
        statusText: text('statusText'),
        mark: text('mark'),
        announced: known(ANNOUNCED, 'announced'),
        left: text('left'),
    };
}


/***/ }),

/***/ 8788:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ Cancelled),
/* harmony export */   r: () => (/* binding */ lateSignal)
/* harmony export */ });
/** How long to wait for the response to a create after a signal, so that the ID of a new run is not lost. */
const LATE_MS = 1_000;
/** The reason for aborting all work. */
class Cancelled extends Error {
    name = 'Cancelled';
    constructor(signal) {
        super(`The step was cancelled (${signal}).`);
    }
}
/**
 * Returns a signal that aborts a moment after `stop`, with the same reason. Once `done` has aborted it no longer does, so no timer keeps
 * the process alive.
 */
function lateSignal(clock, { stop, done, lateMs = LATE_MS, }) {
    const late = new AbortController();
    const follow = () => {
        if (done.aborted)
            return;
        void clock.sleep(lateMs, done).then(() => late.abort(stop.reason), () => undefined);
    };
    if (stop.aborted)
        follow();
    else
        stop.addEventListener('abort', follow, { once: true });
    return late.signal;
}


/***/ }),

/***/ 4576:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ isClean),
/* harmony export */   u: () => (/* binding */ isCalm)
/* harmony export */ });
/**
 * Cheap checks whether text needs sanitizing. Most text does not, and checking costs a small part of sanitizing. Text that passes a check
 * is never changed by the slow path. The reverse is not guaranteed. Tests verify this for each character and with hostile text.
 */
/**
 * Printable ASCII, tab, line feed, and ranges below U+10000 without control, format, default ignorable or enclosing characters, without
 * surrogates and without other forms of colon, hash and bracket.
 */
const UNCLEAN = /[^\t\n -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u0487\u048a-\u05ff\u2010-\u2027\u2030-\u205f\u20a0-\u20cf\u2100-\u2fff\u3000-\u3163\u3165-\ua66f\uac00-\ud7a3]/;
/** The beginnings of the severities in `job-log.ts`, and a location at the end of a line without a colon. */
const SEVERITY = /err|warn|info|not[ei]|hint|debu|fata|crit|seve|fail|synt|line\s+\d+\.?$/im;
const LINE_FEED = 0x0a;
const COLON = 0x3a;
/** No escape sequence, invisible character, lone surrogate, or line break other than `\n`. */
function isClean(text) {
    return !UNCLEAN.test(text);
}
/** Clean, and no line contains text that could begin a runner command or be part of a problem matcher's match. */
function isCalm(text) {
    return isClean(text) && !text.includes('#') && hasCalmColons(text) && !SEVERITY.test(text);
}
/** Whether no colon is part of a `::` (with anything in between) or ends a location or file name (`job-log.ts`). */
function hasCalmColons(text) {
    for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
        const next = text.charCodeAt(at + 1);
        // Only plain ASCII reliably separates this colon from a later one. Lines are checked one by one.
        if (next === COLON || next > 0x7e || (next < 0x20 && next !== LINE_FEED))
            return false;
        const goesOn = next > 0x20;
        if (!goesOn && endsPlaceOrFile(text, at))
            return false;
    }
    return true;
}
function endsPlaceOrFile(text, colon) {
    const before = text.slice(Math.max(0, colon - 24), colon);
    return /[\d)]$/.test(before) ? !/[^\d:(,\s]\s?\d+$/.test(before) : before.endsWith('.go');
}


/***/ }),

/***/ 870:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ab: () => (/* binding */ logInline),
/* harmony export */   OG: () => (/* binding */ logLines),
/* harmony export */   Pl: () => (/* binding */ logPiece),
/* harmony export */   aw: () => (/* binding */ beginAgentText),
/* harmony export */   ik: () => (/* binding */ logJoined),
/* harmony export */   w7: () => (/* binding */ annotation),
/* harmony export */   wl: () => (/* binding */ endAgentText)
/* harmony export */ });
/* unused harmony exports defuse, defuseInline, annotationTitle */
/* harmony import */ var _fast_path_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4576);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(695);
/**
 * The job log: agent text as lines on standard output, in which the runner detects commands and applies problem matchers.
 *
 * The runner's rules: a line is a command if it starts with `::` after .NET white space, or contains `##[name` anywhere. Both searches are
 * culture-sensitive, so ignorable characters may be in between. Problem matchers apply to all other lines.
 */


/** The runner cuts an annotation at 4,096. The difference leaves room for its escapes. */
const ANNOTATION_MAX = 4000;
const FOLD_AT = 4096;
const INLINE_MAX = 200;
/** `##[` with any non-ASCII characters in between, including full-width and small forms. */
const HASH_COMMAND = /([#\uff03\ufe5f][^ -~\uff03\ufe5f]*[#\uff03\ufe5f][^ -~\uff03\ufe5f\uff3b\ufe47]*)(?=[[\uff3b\ufe47])/g;
/** `::` likewise, anywhere. */
const COLONS = /([:\uff1a\ufe55\ufe13])(?=[^ -~\uff1a\ufe55\ufe13]*[:\uff1a\ufe55\ufe13])/g;
/** `::` after white space at the start of a line. */
const LEADING_COLONS = /^([^!-~\uff1a\ufe55\ufe13]*[:\uff1a\ufe55\ufe13])(?=[^ -~\uff1a\ufe55\ufe13]*[:\uff1a\ufe55\ufe13])/;
/** A location in a file, as compilers and linters write it. */
const PLACE = /[:(,[]\s*\d|\b(?:line|col|column|row)\s*\d|^\s*\d+:\d/i;
/** A severity after punctuation or a number, as in such messages. */
const SEVERITY = /([:,;)(\]|>\d-]\s*|\[)(?=(?:fatal |syntax )?(?:error|err|warn|warning|info|information|note|notice|hint|debug|fatal|critical|severe|failure)(?![a-z]))/gi;
/** A severity as the first word. After a time such as `0:12`, eslint's matcher would match it. */
const FIRST_SEVERITY = /^(\s*)(?=(?:error|warning|info)(?![A-Za-z]))/;
/** `:12:3: ` and `(12,3): `, the end of a location. */
const PLACE_END = /([:(,]\s?\d+\)?):(?=\s|$)/g;
/** The end of messages of Perl and PHP, which have no colon after the location. */
const LINE_END = /(\bline\s+)(?=\d+\.?$)/i;
/** The heading of an R check, whose message may be any line below it. */
const CHECK_END = /((?:^|\s)[.]{3}\s)(?=(?:error|note|warning)$)/i;
/** The Go matcher requires only a file name. */
const GO_FILE = /(\.go):(?=\s|$)/g;
/** Inserts a space into every form of `##[` that the runner's search would find. */
function breakHashCommands(line) {
    return line.replace(HASH_COMMAND, '$1 ');
}
/**
 * A problem matcher anchored with `^(.+)` takes any gutter for part of a file name. All of them require a location followed by a severity
 * or message. A space and a dot between these prevent the match and hardly affect reading. The location may also be in the text before the
 * line's own text.
 */
function breakProblem(line, before = '') {
    const named = line.replace(GO_FILE, '$1 :').replace(LINE_END, '$1\u00b7').replace(CHECK_END, '$1\u00b7');
    if (!PLACE.test(before + named))
        return named;
    return named.replace(PLACE_END, '$1 :').replace(SEVERITY, '$1\u00b7');
}
/** Changes a line of the job log so that it is neither a command nor a match. Expects text without invisible characters. */
function inert(line) {
    return (0,_fast_path_js__WEBPACK_IMPORTED_MODULE_1__/* .isCalm */ .u)(line) ? line : defuse(line);
}
/** The slow path of `inert`. */
function defuse(line) {
    return breakProblem(breakHashCommands(line.replace(LEADING_COLONS, '$1 ')));
}
/** The same for text in the middle of a line, after `before`. */
function defuseInline(line, before = '') {
    return breakProblem(breakHashCommands(line).replace(COLONS, '$1 '), before).replace(FIRST_SEVERITY, '$1\u00b7');
}
/** The common gutters, which need no changes. */
const PLAIN_GUTTER = /^ +\u2502 $/;
function safeGutter(gutter) {
    if (PLAIN_GUTTER.test(gutter))
        return gutter;
    const clean = breakHashCommands((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .stripInvisible */ ._0)(gutter.replaceAll('\n', ' '))).replace(COLONS, '$1 ');
    const marked = /[^\s:\uff1a\ufe55\ufe13\d]/u.test(clean) ? clean : `${clean}\u2502 `;
    // A gutter that ends in punctuation could form a command prefix with the text after it.
    const apart = /[ |\u2502]$/.test(marked) ? marked : `${marked} `;
    return apart.startsWith(' ') ? apart : ` ${apart}`;
}
/** Splits text into at least one piece of at most `max` UTF-16 units, never inside a surrogate pair. */
function fold(line, max) {
    const pieces = [];
    let rest = line;
    while (rest.length > max) {
        const piece = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .head */ .d5)(rest, Math.max(2, max));
        pieces.push(piece);
        rest = rest.slice(piece.length);
    }
    pieces.push(rest);
    return pieces;
}
/** Agent text as lines of the job log (contract 6.4): each has a gutter, and none is a command or a match. */
function logLines(text, options = {}) {
    const gutter = safeGutter(options.gutter ?? ' \u2502 ');
    const maxLine = options.maxLine ?? FOLD_AT;
    const calm = (0,_fast_path_js__WEBPACK_IMPORTED_MODULE_1__/* .isCalm */ .u)(text);
    const whole = calm ? text.split('\n') : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .splitLines */ .uz)(text).map(_text_js__WEBPACK_IMPORTED_MODULE_0__/* .stripInvisible */ ._0);
    const long = whole.some((line) => line.length > maxLine);
    const lines = long ? whole.flatMap((line) => fold(line, maxLine)) : whole;
    const maxLines = Math.max(1, options.maxLines ?? lines.length);
    const missing = lines.length > maxLines ? lines.length - (maxLines - 1) : 0;
    const kept = missing > 0 ? lines.slice(0, maxLines - 1) : lines;
    // Wrapping creates new line ends, where a colon could end a location.
    const safe = kept.map((line) => `${gutter}${calm && !long ? line : inert(line)}`);
    if (missing > 0)
        safe.push(`${gutter}\u2026 ${missing} more lines, whole in the logs file`);
    return safe;
}
/**
 * Agent text within a line of the action's own, on one line without `::` or `##[`. At most `maxLength` UTF-16 units (default 200), with an
 * ellipsis if truncated. The line itself must begin with trusted text.
 */
function logInline(text, maxLength = INLINE_MAX) {
    const line = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(text, maxLength);
    return (0,_fast_path_js__WEBPACK_IMPORTED_MODULE_1__/* .isCalm */ .u)(line) ? line : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .ellipsis */ .gO)(defuseInline(line), maxLength);
}
/**
 * A log line that begins with `start` followed by several pieces of agent text, each passed through `logPiece`. The pieces are sanitized
 * together, because a location in one and a severity in the next would match on this line.
 */
function logJoined(start, pieces) {
    return start + ((0,_fast_path_js__WEBPACK_IMPORTED_MODULE_1__/* .isCalm */ .u)(pieces) ? pieces : defuseInline(pieces, start));
}
/** Agent text on one line of at most `maxLength` UTF-16 units. Only for `logJoined`, because commands in it are still active. */
function logPiece(text, maxLength) {
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(text, maxLength);
}
/**
 * Agent text as the message of an annotation: at most 4,000 UTF-16 units, with a mark if truncated and `\n` as the only line break. The
 * host escapes it. The runner also prints the message in the log, so its lines must not contain command prefixes.
 */
function annotation(text) {
    const lines = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .head */ .d5)((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .normalizeBreaks */ .sb)(text), ANNOTATION_MAX * 4)).split('\n');
    const safe = lines.map((line) => breakHashCommands(line.replace(LEADING_COLONS, '$1 '))).join('\n');
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cut */ .Jj)(safe.trim(), ANNOTATION_MAX);
}
/**
 * Agent text as part of an annotation's title, at most `maxLength` UTF-16 units. The title is inside the command's own `::`, where only
 * plain colons and commas are escaped. Other forms of these characters are therefore converted to plain ones first.
 */
function annotationTitle(text, maxLength) {
    return logInline(head(text, maxLength * 8).normalize('NFKC'), maxLength);
}
/** The line after which the runner ignores commands. The token is random and used only by this step. */
function beginAgentText(token) {
    return `::stop-commands::${token}`;
}
/** The line after which the runner executes commands again. */
function endAgentText(token) {
    return `::${token}::`;
}


/***/ }),

/***/ 6149:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   D9: () => (/* binding */ markdownCode),
/* harmony export */   KW: () => (/* binding */ markdownAddress),
/* harmony export */   St: () => (/* binding */ markdownTitle),
/* harmony export */   Vk: () => (/* binding */ textPieces),
/* harmony export */   iQ: () => (/* binding */ markdownLink),
/* harmony export */   ju: () => (/* binding */ markdownMessage),
/* harmony export */   ml: () => (/* binding */ markdownLabel),
/* harmony export */   nZ: () => (/* binding */ markdownTaggedCode),
/* harmony export */   os: () => (/* binding */ markdownRunnerLink),
/* harmony export */   p0: () => (/* binding */ markdownFence),
/* harmony export */   p7: () => (/* binding */ markdownText),
/* harmony export */   pE: () => (/* binding */ markdownEscaped),
/* harmony export */   ub: () => (/* binding */ markdownLineStart)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(695);
/* harmony import */ var _url_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7255);
/**
 * Agent text in GitHub-flavoured Markdown, for the summary and comments. Markdown syntax is written as character references, which have the
 * same meaning in Markdown, table cells and HTML and are never part of a construct. GitHub detects mentions, references, bare addresses and
 * emoji in the rendered text, after references are decoded, but not in code: words with one of these are written as code, so that they
 * are copied as they are seen.
 */


const ZWSP = '\u200b';
const INLINE_MAX = 1000;
const FENCE_MAX = 60_000;
/**
 * Characters that are syntax anywhere. A `_` inside a word and a `#` are not included, so that plain text stays readable in the source.
 */
const SYNTAX = /[&<>`*~[\]|$\\^]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;
/** Characters that are syntax only at the start of a line: headings, lists, setext underlines, table rules, chat commands. */
const LEADING = /^[-+=:/#]/;
const ORDERED = /^(\d+)([.)])/;
/** Text between white space, brackets, quotes, and the characters that may not stand in a code span or are found in the source. */
const WORD = /[^\s`|\\<>()[\]{}"$]+/g;
/** Punctuation at the end of a sentence or quotation. Code would only make it harder to read. */
const EDGES = /^([*~',;]*)(.*?)([.,;!?*~']*)$/su;
/** Patterns that GitHub's filters detect. */
const LIVE = [
    // @user, @org/team, owner/repo@sha, mail addresses
    /@./u,
    /.@/u,
    // #1, owner/repo#1
    /#\d/,
    // GH-1, GHSA-\u2026, CVE-\u2026
    /\b(?:GH|GHSA|CVE|CWE)-\w/i,
    // http://, ftp://, any scheme. mailto: and xmpp: need the @
    /:\/\//,
    // www.
    /www(?:\.|$)/i,
    // :emoji:, even if the second colon is in the surrounding text
    /:(?:[\w+-]+:|[\w+-]*[a-z_+-][\w+-]*$|(?:100|1234)$)/i,
    // Commit names: seven to forty hex digits as a word.
    /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/i,
];
function characterReference(character) {
    return `&#${character.charCodeAt(0)};`;
}
function isLive(word) {
    return LIVE.some((pattern) => pattern.test(word));
}
/** Splits visible text on one line into words that must be code, which contain no Markdown syntax, and the text between them. */
function textPieces(line) {
    const pieces = [];
    let end = 0;
    for (const { 0: word, index } of line.matchAll(WORD)) {
        if (!isLive(word))
            continue;
        const [, before = '', core = word] = EDGES.exec(word) ?? [];
        const at = index + before.length;
        if (core === '')
            continue;
        if (at > end)
            pieces.push({ text: line.slice(end, at), code: false });
        pieces.push({ text: core, code: true });
        end = at + core.length;
    }
    if (end < line.length)
        pieces.push({ text: line.slice(end), code: false });
    return pieces;
}
/**
 * Agent text as inline Markdown on one line, at most `maxLength` UTF-16 units of it (default 1,000, before escaping), with an ellipsis if
 * truncated. Nothing in it is active on GitHub. Also safe in table cells, but not between HTML tags (see `markdownTitle`).
 */
function markdownText(text, maxLength = INLINE_MAX) {
    return markdownLineStart(markdownEscaped((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(text, maxLength)));
}
/** Visible text on one line as inline Markdown, without truncation. Text at the start of a line also needs `markdownLineStart`. */
function markdownEscaped(line) {
    return textPieces(line)
        .map(({ text, code }) => (code ? wordAsCode(text) : text.replace(SYNTAX, characterReference)))
        .join('');
}
/** Parsers of Markdown find these also in an HTML element, which for them is text. */
const AUTOLINK = /:\/\/|www|[\w.+-]@/i;
/** Bots search the source of a comment for mentions and references, so that these are not in it as they are. */
function wordAsCode(word) {
    return /[@#]/.test(word) && !AUTOLINK.test(word)
        ? `<code>${word.replace(/[@#&*~^_]/g, characterReference)}</code>`
        : `\`${word}\``;
}
/** A label of ours in a link, where GitHub's filters find nothing: a reference, a commit or a path. */
function markdownLabel(label) {
    return label.replace(SYNTAX, characterReference);
}
/** The same as `markdownText` between HTML tags, where GitHub parses no Markdown. */
function markdownTitle(text, maxLength = INLINE_MAX) {
    return textPieces((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(text, maxLength))
        .map((piece) => {
        const escaped = piece.text.replace(SYNTAX, characterReference);
        return piece.code ? `<code>${escaped}</code>` : escaped;
    })
        .join('');
}
/**
 * Code on one line as an HTML element, where a code span is not possible: beside another one, and in table cells with a `|` after a
 * backslash. Parsers of Markdown do not know that it is code, so that an address is written in references and an `@` is broken up.
 */
function markdownTaggedCode(text) {
    const inert = text.replace(/[&<>`*_~[\]|$\\^:@]|www/gi, (match) => `${characterReference(match)}${match.slice(1)}`);
    return `<code>${inert.replaceAll('&#64;', `&#64;${ZWSP}`)}</code>`;
}
/** Escapes text at the start of a line: markers of lists, setext underlines, table rules and chat commands. */
function markdownLineStart(escaped) {
    return escaped
        .replace(LEADING, characterReference)
        .replace(ORDERED, (_, number, mark) => `${number}${characterReference(mark)}`);
}
/** Info strings for which GitHub renders a diagram instead of code. */
const DRAWN = new Set(['mermaid', 'math', 'geojson', 'topojson', 'stl', 'suggestion']);
function longestBacktickRun(text) {
    let longest = 0;
    for (const [run] of text.matchAll(/`+/g))
        longest = Math.max(longest, run.length);
    return longest;
}
/** Not a regular expression, which would search again from each of many line breaks. */
function withoutLastBreaks(text) {
    let end = text.length;
    while (text[end - 1] === '\n')
        end -= 1;
    return text.slice(0, end);
}
/**
 * Agent text in a fence longer than any run of backticks in it, at most `maxLength` UTF-16 units of text (default 60,000), cut with a mark.
 * Must start on a new line. `info` is kept if it is a plain word that GitHub would not detect as text either: readers disagree about some
 * nested fences, and where one sees no fence the word is text.
 */
function markdownFence(text, info = '', maxLength = FENCE_MAX) {
    const body = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cut */ .Jj)(withoutLastBreaks((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .visibleText */ .Q6)(text)), maxLength);
    const fence = '`'.repeat(Math.max(3, longestBacktickRun(body) + 1));
    const plain = /^[a-z0-9+-]{1,20}$/.test(info) && !DRAWN.has(info) && !isLive(info);
    return `${fence}${plain ? info : ''}\n${body}\n${fence}`;
}
/** Text as an inline code span on one line. Nothing in it is active. Not for table cells, where a `|` would end it. */
function markdownCode(text, maxLength = INLINE_MAX) {
    const line = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(text, maxLength).trim();
    if (line === '')
        return '';
    const fence = '`'.repeat(longestBacktickRun(line) + 1);
    const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${fence}${pad}${line}${pad}${fence}`;
}
/**
 * A message of ours, on one line of at most `maxLength` UTF-16 units, that may quote others: its code spans stay, everything else is as in
 * `markdownText`. Quoted backticks can only move where a span begins. Not for table cells.
 */
function markdownMessage(message, maxLength = INLINE_MAX) {
    const pieces = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shortLine */ .tl)(message, maxLength).split(/`([^`]+)`/);
    const written = pieces.map((piece, at) => (at % 2 === 0 ? markdownEscaped(piece) : markdownCode(piece)));
    return markdownLineStart(joinedCode(written));
}
/** Adjacent code spans would become one, so they are set apart. */
function joinedCode(pieces) {
    return pieces.reduce((all, piece) => `${all}${all.endsWith('`') && piece.startsWith('`') ? ' ' : ''}${piece}`, '');
}
/** A link if `url` is plain https (see `safeHttpsUrl`), otherwise only the label. The label is agent text. */
function markdownLink(label, url) {
    return link(label, (0,_url_js__WEBPACK_IMPORTED_MODULE_1__/* .safeHttpsUrl */ .Wb)(url));
}
/** The same for an address from the runner's environment, where http is also allowed (see `safeRunnerUrl`). */
function markdownRunnerLink(label, url) {
    return link(label, (0,_url_js__WEBPACK_IMPORTED_MODULE_1__/* .safeRunnerUrl */ .Vd)(url));
}
/** An address as a link that shows it, or as code if it is not plain https. */
function markdownAddress(address) {
    const safe = (0,_url_js__WEBPACK_IMPORTED_MODULE_1__/* .safeHttpsUrl */ .Wb)(address);
    return safe === null ? markdownCode(address, 2000) : `[${markdownLabel(address)}](${destinationOf(safe)})`;
}
function link(label, address) {
    const text = markdownText(label);
    if (address === null)
        return text;
    return `[${text === '' ? 'link' : text}](${destinationOf(address)})`;
}
/** All other characters of an address have no special meaning between the parentheses of a link. */
function destinationOf(address) {
    return address.replace(/[()*$\[\]]/g, _url_js__WEBPACK_IMPORTED_MODULE_1__/* .percentEncode */ .a).replaceAll('&', '&amp;');
}


/***/ }),

/***/ 3184:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ fileNamePart),
/* harmony export */   r: () => (/* binding */ outputValue)
/* harmony export */ });
/** Step outputs and files: the text is data, so only characters that readers cannot handle are changed. */
const NAME_MAX = 64;
/** Device names reserved by Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Makes text well-formed UTF-16 without NUL, for a step output or a file. Changes nothing else. */
function outputValue(text) {
    return text.toWellFormed().replaceAll('\0', '');
}
/** Text as part of a file name: ASCII letters, digits, `-`, `_` and `.`, 1 to 64 characters, without a dot at either end. */
function fileNamePart(text) {
    const name = text
        .slice(0, NAME_MAX * 4)
        .replace(/[^A-Za-z0-9._-]+/g, '-')
        .replace(/\.{2,}/g, '.')
        .slice(0, NAME_MAX)
        .replace(/^[.-]+|[.-]+$/g, '');
    if (name === '')
        return 'unnamed';
    return DEVICE.test(name) ? `_${name}` : name;
}


/***/ }),

/***/ 9595:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   QC: () => (/* binding */ redactedValue),
/* harmony export */   eo: () => (/* binding */ secretForms),
/* harmony export */   lY: () => (/* binding */ createRedactor)
/* harmony export */ });
/* harmony import */ var _shared_pattern_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7656);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(618);
/**
 * Redacts secrets before anything leaves the process (contract 5: as they are, in Base64, URL-encoded, escaped as JSON, in hexadecimal).
 * The runner's own masking covers only the job log, and only the values that were registered. Pure.
 */


/** Shorter secrets would match ordinary words. No service issues such tokens. */
const SECRET_MIN = 4;
/** Fewer digits of Base64 may stand anywhere by chance. */
const BASE64_MIN = 6;
const MARK = '***';
/** The secret and each of its lines, if long enough. */
function partsOf(secret) {
    const lines = secret.split(/[\r\n]/).map((line) => line.trim());
    return [secret, secret.trim(), ...lines].filter((part) => part.length >= SECRET_MIN);
}
/** The Base64 digits that depend only on `bytes`, for each of the three places where these may start in a longer text. */
function base64Forms(bytes) {
    const digits = [0, 1, 2].map((offset) => Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)));
    const long = digits.filter((core) => core.length >= BASE64_MIN);
    return long.flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)]);
}
/** As encoders write a text in an address: path, form, and with the digits of escapes in lower case. */
function urlForms(text) {
    const forms = [encodeURIComponent(text.toWellFormed()), new URLSearchParams([['', text]]).toString().slice(1)];
    return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()))];
}
function jsonForms(text) {
    const plain = JSON.stringify(text).slice(1, -1);
    const ascii = plain.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return [plain, ascii].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}
/** Unique forms of the secret and of each of its lines to redact and mask, longest first. Empty for secrets under four characters. */
function secretForms(secret) {
    const forms = partsOf(secret).flatMap((part) => {
        const bytes = Buffer.from(part);
        const hex = bytes.toString('hex');
        return [part, ...base64Forms(bytes), ...urlForms(part), ...jsonForms(part), hex, hex.toUpperCase()];
    });
    return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
function createRedactor(secrets) {
    const forms = [...new Set(secrets.flatMap(secretForms))].sort((a, b) => b.length - a.length);
    if (forms.length === 0)
        return (text) => text;
    const pattern = new RegExp(forms.map(_shared_pattern_js__WEBPACK_IMPORTED_MODULE_0__/* .escapePattern */ .M).join('|'), 'g');
    return (text) => text.replace(pattern, MARK);
}
/** Redacts the strings and names in a JSON value. Parsed strings, because JSON can spell a secret in many ways. */
function redactedValue(value, redact) {
    if (typeof value === 'string')
        return redact(value);
    if (Array.isArray(value))
        return value.map((item) => redactedValue(item, redact));
    // Numbers that keep their notation are frozen objects without strings.
    if (!(0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(value) || Object.isFrozen(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactedValue(item, redact)]));
}


/***/ }),

/***/ 695:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Jj: () => (/* binding */ cut),
/* harmony export */   P8: () => (/* binding */ visibleLine),
/* harmony export */   Q6: () => (/* binding */ visibleText),
/* harmony export */   _0: () => (/* binding */ stripInvisible),
/* harmony export */   d5: () => (/* binding */ head),
/* harmony export */   gO: () => (/* binding */ ellipsis),
/* harmony export */   sb: () => (/* binding */ normalizeBreaks),
/* harmony export */   tl: () => (/* binding */ shortLine),
/* harmony export */   uz: () => (/* binding */ splitLines)
/* harmony export */ });
/* unused harmony export scrub */
/* harmony import */ var _fast_path_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4576);
/**
 * Shared by all sanitizers: makes text well formed, splits it and removes invisible characters. Decoding and splitting come first, then
 * stripping. Each sanitizer breaks up the active syntax of its destination last, so that stripping cannot restore it (contract 6.4).
 */

/**
 * All line breaks that any reader recognizes. The runner splits at `\r\n`, `\n` and a bare `\r`. .NET white space, terminals and JavaScript
 * recognize the others.
 */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK.source, 'g');
/**
 * Terminal escape sequences (ECMA-48): string sequences (OSC, DCS, SOS, PM, APC) up to their terminator, control sequences, and
 * two-character escapes, introduced by ESC or by the C1 character. Of an unterminated string only the introducer is removed, so that it
 * cannot hide the text after it. A string also ends at the next introducer, because otherwise each of many unterminated strings would be
 * searched to the end.
 */
const ESCAPES = /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/**
 * Control, format (bidirectional ones included) and default ignorable characters, noncharacters, and other marks that collation ignores.
 * Tab and line feed are kept.
 */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Me}]--[\t\n]]/gv;
/** White space other than a single space. */
const UNEVEN = / {2}|[^\S ]/;
/** Splits a text at all kinds of line breaks into at least one line. */
function splitLines(text) {
    return text.split(LINE_BREAK);
}
/** Normalizes all line breaks to `\n`. */
function normalizeBreaks(text) {
    return text.replace(LINE_BREAKS, '\n');
}
/** Makes text well-formed UTF-16 and removes escape sequences and invisible characters. Tab and `\n` are kept. */
function stripInvisible(text) {
    return (0,_fast_path_js__WEBPACK_IMPORTED_MODULE_0__/* .isClean */ .A)(text) ? text : scrub(text);
}
/** The slow path of `stripInvisible`. */
function scrub(text) {
    return text.toWellFormed().replace(ESCAPES, '').replace(INVISIBLE, '');
}
/** The visible text, with `\n` as the only line break. */
function visibleText(text) {
    return (0,_fast_path_js__WEBPACK_IMPORTED_MODULE_0__/* .isClean */ .A)(text) ? text : scrub(normalizeBreaks(text));
}
/** The visible text on one line, trimmed, with white space collapsed to single spaces. */
function visibleLine(text) {
    const visible = visibleText(text);
    return (UNEVEN.test(visible) ? visible.replace(/\s+/g, ' ') : visible).trim();
}
/** The first `length` UTF-16 units, or one fewer to avoid splitting a surrogate pair. */
function head(text, length) {
    if (text.length <= length)
        return text;
    const last = text.charCodeAt(length - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
/** Truncates `text` to at most `maxLength` UTF-16 units, with an ellipsis. */
function ellipsis(text, maxLength) {
    return text.length <= maxLength ? text : `${head(text, Math.max(0, maxLength - 1))}\u2026`;
}
/** The visible text on one line of at most `maxLength` UTF-16 units, with an ellipsis if truncated. */
function shortLine(text, maxLength) {
    // Slices first to avoid processing megabytes for one line.
    return ellipsis(visibleLine(head(text, maxLength * 8)), maxLength);
}
/** Truncates `text` to at most `maxLength` UTF-16 units. The last line then says how much is missing. */
function cut(text, maxLength) {
    if (text.length <= maxLength)
        return text;
    const mark = (missing) => `\n\u2026 (${missing} more characters)`;
    const room = Math.max(0, maxLength - mark(text.length).length);
    const kept = head(text, room);
    return `${kept}${mark(text.length - kept.length)}`;
}


/***/ }),

/***/ 7255:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Vd: () => (/* binding */ safeRunnerUrl),
/* harmony export */   Wb: () => (/* binding */ safeHttpsUrl),
/* harmony export */   a: () => (/* binding */ percentEncode)
/* harmony export */ });
/** Addresses: only plain https links, and also http for addresses from the runner's environment. */
const LENGTH_MAX = 2048;
/** Spaces, and characters that browsers drop or that are invisible, are not allowed in an address. */
const ODD = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]/u;
/** Characters after the host that could be syntax in Markdown, HTML or the runner's commands (`##[name]`). */
const SYNTAX = /[[\]\\^`{}|"<>]/g;
/**
 * A host name or IP address with an optional port. URL parsers accept almost any character in a host name, such as backticks, quotes and
 * braces.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;
/** `%5B` for `[`. */
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
/**
 * The address, normalised and with odd characters percent-encoded, if it is an `https:` address with a plain host and without user info,
 * otherwise null.
 */
function safeHttpsUrl(url) {
    return url === null ? null : plainUrl(url, /^https:\/\/[^/]/i);
}
/**
 * The same for an address from the runner's environment (`GITHUB_SERVER_URL`), which the service does not control. A GitHub Enterprise
 * Server without TLS uses `http:`.
 */
function safeRunnerUrl(url) {
    return url === null ? null : plainUrl(url, /^https?:\/\/[^/]/i);
}
function plainUrl(url, scheme) {
    const given = url.trim();
    if (given.length > LENGTH_MAX || ODD.test(given) || !scheme.test(given))
        return null;
    const parsed = URL.parse(given);
    if (parsed === null || parsed.username !== '' || parsed.password !== '')
        return null;
    if (!HOST.test(parsed.host))
        return null;
    // `https://@host` parses to an empty user, but looks like user info and could mislead readers.
    if (/^https?:[\\/]*[^\\/?#]*@/i.test(given))
        return null;
    return `${parsed.origin}${parsed.href.slice(parsed.origin.length).replace(SYNTAX, percentEncode)}`;
}


/***/ }),

/***/ 9786:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ readJson)
/* harmony export */ });
/* harmony import */ var _safe_redaction_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(9595);
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(618);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2313);
/* harmony import */ var _http_port_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(7408);
/**
 * Reads the JSON of an answer. What no honest service sends is refused before it is parsed, not repaired (contract 6.5): a few megabytes
 * of brackets would exhaust the memory once parsed.
 */




/** Commas and opening brackets outside strings: about one for each value. A full page of ordinary entries has some thousand. */
const VALUES_MAX = 1_000_000;
/** What reads and writes JSON recurses, and fails at some thousand levels. */
const LEVELS_MAX = 500;
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/**
 * The JSON value of the answer's body, without secrets.
 *
 * @throws ServiceError of kind `too_large` if the body has too many values or levels, of kind `body` if it is not JSON
 */
function readJson(answer) {
    const refusal = refusalOf(answer.body);
    if (refusal !== null)
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .transportFailure */ .qO)(new _http_port_js__WEBPACK_IMPORTED_MODULE_1__/* .TransportError */ .wX('too_large', `the answer ${refusal}`));
    let value;
    try {
        value = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_2__/* .parseJson */ .qF)(answer.body);
    }
    catch (cause) {
        throw Object.assign((0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .bodyError */ .fT)(answer, 'its body is not JSON'), { cause });
    }
    // Before anything is cut: half a secret would not be found.
    return answer.redact === undefined ? value : (0,_safe_redaction_js__WEBPACK_IMPORTED_MODULE_3__/* .redactedValue */ .QC)(value, answer.redact);
}
function refusalOf(text) {
    let values = 0;
    let level = 0;
    for (let at = 0; at < text.length; at += 1) {
        switch (text.charCodeAt(at)) {
            case QUOTE:
                at = endOfString(text, at);
                break;
            case OPEN_LIST:
            case OPEN_OBJECT:
                values += 1;
                level += 1;
                if (level > LEVELS_MAX)
                    return `has more than ${LEVELS_MAX} levels`;
                break;
            case CLOSE_LIST:
            case CLOSE_OBJECT:
                level -= 1;
                break;
            case COMMA:
                values += 1;
        }
        if (values > VALUES_MAX)
            return 'has more than a million values';
    }
    return null;
}
/** The closing quote of the string that opens at `quote`, or the end of the text. */
function endOfString(text, quote) {
    for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
        let slash = end;
        while (text.charCodeAt(slash - 1) === BACKSLASH)
            slash -= 1;
        if ((end - slash) % 2 === 0)
            return end;
    }
    return text.length;
}


/***/ }),

/***/ 8653:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  U: () => (/* binding */ createClient)
});

// EXTERNAL MODULE: ./build/src/service/answer.js
var service_answer = __nccwpck_require__(9786);
// EXTERNAL MODULE: ./build/src/service/errors.js + 1 modules
var errors = __nccwpck_require__(2313);
// EXTERNAL MODULE: ./build/src/service/logs-address.js
var logs_address = __nccwpck_require__(5258);
// EXTERNAL MODULE: ./build/src/service/http/port.js
var port = __nccwpck_require__(7408);
// EXTERNAL MODULE: ./build/src/service/limiter.js
var limiter = __nccwpck_require__(8150);
// EXTERNAL MODULE: ./build/src/service/retry-after.js
var retry_after = __nccwpck_require__(5451);
;// CONCATENATED MODULE: ./build/src/service/request.js




/** Long, because a create may take the service a while and giving up on it is ambiguous. */
const SEND_TIMEOUT_MS = 120_000;
const READ_HEADERS_TIMEOUT_MS = 20_000;
const READ_TOTAL_TIMEOUT_MS = 60_000;
/** All methods reject with `ServiceError`, or with `signal.reason` on abort. */
class Requests {
    #options;
    #limiter;
    /** The difference between the service's clock (from the last `Date` header) and the clock's `now`, in milliseconds. */
    #serviceAhead = null;
    constructor(options) {
        this.#options = options;
        this.#limiter = options.limiter ?? new limiter/* ClientLimiter */.U(options.clock);
    }
    /** Minimum milliseconds between two polls that keep the token within its budget (contract 3.1). */
    spacing() {
        return this.#limiter.spacing();
    }
    /** Milliseconds until the rate limit allows another read and `reserve` more, 0 if it does now. */
    readDelay(reserve) {
        return this.#limiter.delay('standard', reserve);
    }
    /** The service's current time (ms since the epoch). Behind by at most the duration of the last response. */
    serviceTime() {
        return this.#serviceAhead === null ? null : this.#options.clock.now() + this.#serviceAhead;
    }
    /** Requests that reached the service so far, those of other clients of the process included. */
    reached() {
        return this.#options.http.reached();
    }
    /** Path of the organization's endpoints, such as `/v1/organizations/7`. */
    get organizationPath() {
        return `/v1/organizations/${this.#options.orgId}`;
    }
    /** @param path including the query, relative to the service's root */
    get(path, call) {
        const timeouts = { headersTimeoutMs: READ_HEADERS_TIMEOUT_MS, totalTimeoutMs: READ_TOTAL_TIMEOUT_MS };
        return this.#send({ method: 'GET', path, body: null, category: 'standard', fresh: false, ...timeouts }, call);
    }
    /** @param path relative to the service's root */
    post({ path, body, category }, call) {
        const timeouts = { headersTimeoutMs: SEND_TIMEOUT_MS, totalTimeoutMs: SEND_TIMEOUT_MS };
        const text = body === null ? null : JSON.stringify(body);
        return this.#send({ method: 'POST', path, body: text, category, fresh: true, ...timeouts }, call);
    }
    async #send(request, call) {
        const { http, clock, baseUrl, token, userAgent } = this.#options;
        const permit = await this.#limiter.acquire(request.category, call);
        let end = { status: null, headers: {}, unsent: false };
        const left = call.deadline - clock.now();
        if (left <= 0) {
            permit.done({ ...end, unsent: true });
            throw tooLate();
        }
        const most = Math.min(left, call.patienceMs ?? left);
        const body = request.body === null ? {} : { 'content-type': 'application/json' };
        const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': userAgent, ...body };
        let answer;
        try {
            answer = await http.send({
                method: request.method,
                url: `${baseUrl}${request.path}`,
                headers,
                body: request.body,
                fresh: request.fresh,
                headersTimeoutMs: Math.min(request.headersTimeoutMs, most),
                totalTimeoutMs: Math.min(request.totalTimeoutMs, most),
            }, call.signal);
            end = { ...end, status: answer.status, headers: answer.headers };
            const date = (0,retry_after/* httpDate */.z7)(answer.headers['date'] ?? '');
            if (!Number.isNaN(date))
                this.#serviceAhead = date - clock.now();
        }
        catch (error) {
            if (!(error instanceof port/* TransportError */.wX))
                throw error;
            const failure = (0,errors/* transportFailure */.qO)(error);
            end = { ...end, unsent: failure.proof === 'unsent' };
            throw failure;
        }
        finally {
            permit.done(end);
        }
        if (answer.status < 200 || answer.status > 299)
            throw (0,errors/* statusError */.$C)(answer);
        return answer;
    }
}
/** The step ran out of time while waiting for its own rate limit. Nothing was sent. */
function tooLate() {
    return (0,errors/* transportFailure */.qO)(new port/* TransportError */.wX('no_time', 'the time was up before the request could be sent'));
}

;// CONCATENATED MODULE: ./build/src/service/client.js
/** The four endpoints of the spec (section 4). Each call makes one attempt; callers decide whether to retry. */




function createClient(options) {
    return new RequestingClient(new Requests(options), options.logsAddress ?? new logs_address/* KnownLogsAddress */.T());
}
class RequestingClient {
    #requests;
    #path;
    #logs;
    constructor(requests, logs) {
        this.#requests = requests;
        this.#logs = logs;
        this.#path = `${requests.organizationPath}/agent/run`;
    }
    spacing() {
        return this.#requests.spacing();
    }
    readDelay(reserve = 0) {
        return this.#requests.readDelay(reserve);
    }
    serviceTime() {
        return this.#requests.serviceTime();
    }
    reached() {
        return this.#requests.reached();
    }
    async published() {
        const { createPublished } = await Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(74)]).then(__nccwpck_require__.bind(__nccwpck_require__, 1074));
        return createPublished(this.#requests);
    }
    async create(body, call) {
        const answer = await this.#requests.post({ path: this.#path, body, category: 'creation' }, call);
        const { parseRun } = await schemas();
        const run = parseRun((0,service_answer/* readJson */.V)(answer));
        if (run === null || run.id === null)
            throw (0,errors/* bodyError */.fT)(answer, 'without a readable run id');
        return { ...run, id: run.id };
    }
    async resume(body, call) {
        const answer = await this.#requests.post({ path: `${this.#path}/resume`, body, category: 'standard' }, call);
        if (answer.body.trim() === '')
            return null;
        const { parseRun } = await schemas();
        const run = parseRun((0,service_answer/* readJson */.V)(answer));
        if (run === null)
            throw (0,errors/* bodyError */.fT)(answer, 'its body is not the JSON object expected');
        return run;
    }
    async run(runId, call) {
        const answer = await this.#requests.get(`${this.#path}/${runId}`, call);
        const { parseRun } = await schemas();
        const run = parseRun((0,service_answer/* readJson */.V)(answer));
        if (run === null)
            throw (0,errors/* bodyError */.fT)(answer, 'its body is not the JSON object expected');
        return ofRun(runId, run, answer);
    }
    async logs(page, call) {
        const { next, confirmed } = this.#logs;
        const first = await this.#tryLogs(next, page, call);
        if (!(first instanceof errors/* ServiceError */._7))
            return first;
        const elsewhere = !confirmed && (first.notOffered || (first.status === 404 && page.runKnown === true));
        if (!elsewhere)
            throw first;
        const other = next === 'spec' ? 'alpha' : 'spec';
        const second = await this.#tryLogs(other, page, call);
        if (!(second instanceof errors/* ServiceError */._7))
            return second;
        if (first.notOffered && second.notOffered) {
            this.#logs.prefer('spec');
            throw new errors/* LogsNotOffered */.cG([this.#logsPath('spec', page.runId), this.#logsPath('alpha', page.runId)], second);
        }
        // Next time, start with the address that gave a more specific error than "not offered".
        if (!second.notOffered)
            this.#logs.prefer(other);
        throw second.notOffered ? first : second;
    }
    /** Returns the page, or the error if the response had an error status. Rejects for all other failures. */
    async #tryLogs(address, { runId, skip, limit }, call) {
        let answer;
        try {
            answer = await this.#requests.get(`${this.#logsPath(address, runId)}?skip=${skip}&limit=${limit}`, call);
        }
        catch (error) {
            if (error instanceof errors/* ServiceError */._7 && error.kind === 'status')
                return error;
            throw error;
        }
        const { parseLogsPage } = await schemas();
        const parsed = parseLogsPage((0,service_answer/* readJson */.V)(answer));
        if (parsed === null)
            throw (0,errors/* bodyError */.fT)(answer, 'its body has no list of log entries');
        this.#logs.confirm(address);
        return ofRun(runId, parsed, answer);
    }
    #logsPath(address, runId) {
        const path = `${this.#path}/${runId}/logs`;
        return address === 'spec' ? path : path.replace('/v1/', '/v1/alpha/');
    }
}
/** @throws AnotherRun (contract 2.3) */
function ofRun(runId, run, answer) {
    if (run.id === null || run.id === runId)
        return run;
    throw new errors/* AnotherRun */.dO(answer, run.id);
}
/** Loaded with the first response, because nothing before the first request needs it (docs/decisions/start-up.md). */
async function schemas() {
    return Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(343)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5343));
}


/***/ }),

/***/ 1570:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ PAGE_LIMIT),
/* harmony export */   g: () => (/* binding */ viewEntry)
/* harmony export */ });
/* harmony import */ var _shared_json_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(618);
/* harmony import */ var _message_types_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(673);
/**
 * The fields of log entries (spec 2.3 and 2.4) that the action uses. Written by hand because every entry passes through
 * here and the schemas in `schema.ts` are not loaded before the first response.
 */


/** Maximum number of entries per page (spec 4.5). */
const PAGE_LIMIT = 100;
const TEXT_FIELDS = ['created_at', 'message_type', 'thought', 'tool_name'];
const FIELDS = new Set([
    ...TEXT_FIELDS,
    ...['tool_input', 'tool_output', 'observation', 'agent_run_id'],
]);
function text(value) {
    return typeof value === 'string' ? value : null;
}
/** Returns a view of one entry. A malformed entry results in a view with only `rest`, never in an error. */
function viewEntry(entry) {
    const given = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(entry) ? entry : {};
    const rest = (0,_shared_json_js__WEBPACK_IMPORTED_MODULE_1__/* .isRecord */ .u4)(entry) ? restOf(entry) : entry;
    return {
        created_at: text(given['created_at']),
        message_type: text(given['message_type']),
        thought: text(given['thought']),
        tool_name: text(given['tool_name']),
        ...('tool_input' in given && { tool_input: given['tool_input'] }),
        ...('tool_output' in given && { tool_output: given['tool_output'] }),
        ...('observation' in given && { observation: given['observation'] }),
        ...(rest !== undefined && rest !== null && { rest }),
    };
}
/**
 * Text fields with another type and, if the message type is unknown, all fields that the spec does not define.
 * Undefined if there are none.
 */
function restOf(entry) {
    const odd = TEXT_FIELDS.filter((field) => typeof entry[field] !== 'string' && (entry[field] ?? null) !== null);
    const known = (0,_message_types_js__WEBPACK_IMPORTED_MODULE_0__/* .messageType */ .IR)(text(entry['message_type'])) !== undefined;
    const unknown = known ? [] : Object.keys(entry).filter((key) => !FIELDS.has(key));
    const names = [...odd, ...unknown];
    return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, entry[name]]));
}


/***/ }),

/***/ 2313:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  dO: () => (/* binding */ AnotherRun),
  cG: () => (/* binding */ LogsNotOffered),
  _7: () => (/* binding */ ServiceError),
  fT: () => (/* binding */ bodyError),
  $C: () => (/* binding */ statusError),
  qO: () => (/* binding */ transportFailure),
  _Q: () => (/* binding */ whatTheServiceSaid)
});

;// CONCATENATED MODULE: ./build/src/service/retry-safety.js
const TRANSPORT_PROOF = {
    dns: 'unsent',
    refused: 'unsent',
    no_time: 'unsent',
    connect_timeout: 'unsent',
    tls: 'unsent',
    proxy: 'unsent',
    certificate: 'permanent',
    reset: 'ambiguous',
    headers_timeout: 'ambiguous',
    body_timeout: 'ambiguous',
    protocol: 'ambiguous',
    too_large: 'ambiguous',
};
/** What an HTTP status other than 2xx proves. undici never passes on 1xx. */
function statusProof(status) {
    if (status === 429)
        return 'unsent';
    if (status === 408 || status >= 500)
        return 'ambiguous';
    return 'permanent';
}

;// CONCATENATED MODULE: ./build/src/service/errors.js
/** Typed failures of a single request to the service (contract 5). */

class ServiceError extends Error {
    name = 'ServiceError';
    kind;
    proof;
    status;
    headers;
    said;
    missing;
    constructor(message, init, options) {
        super(message, options);
        this.kind = init.kind;
        this.proof = init.proof;
        this.status = init.status;
        this.headers = init.headers;
        this.said = init.said;
        this.missing = init.missing ?? null;
    }
    get throttled() {
        return this.status === 429;
    }
    /** No complete response arrived within the time limit. */
    get timedOut() {
        return this.kind === 'headers_timeout' || this.kind === 'body_timeout';
    }
    /** The service does not seem to have this endpoint: 405, 501, or a 404 whose message names no record. */
    get notOffered() {
        if (this.status !== 404)
            return this.status === 405 || this.status === 501;
        const words = this.said.replace(/\S*\/\S*/g, '');
        return !/\b(run|repo(sitory)?|sandbox|user|organi[sz]ation)\b/i.test(words);
    }
    /** The same failure for a request that needs more than the spec guarantees. */
    because(missing) {
        const { kind, proof, status, headers, said } = this;
        return new ServiceError(this.message, { kind, proof, status, headers, said, missing }, { cause: this });
    }
    /** For reads: retrying may help. Any 4xx except 401, 403 and 404 is treated as temporary (contract 4.1). */
    get passing() {
        if (this.proof !== 'permanent')
            return true;
        return this.status !== null && !this.redirect && ![401, 403, 404].includes(this.status);
    }
    get redirect() {
        return this.status !== null && this.status >= 300 && this.status < 400;
    }
}
/** Neither of the two published log addresses exists (contract 2.3). */
class LogsNotOffered extends ServiceError {
    constructor(paths, cause) {
        super(`HTTP ${String(cause.status)} at ${paths[0]} and at ${paths[1]}`, cause, { cause });
    }
}
/** A response with a status other than 2xx. */
function statusError(answer) {
    const said = whatTheServiceSaid(answer.body.slice(0, ERROR_BODY_MAX), answer.redact);
    return new ServiceError(`HTTP ${answer.status}${said === '' ? '' : `: ${said}`}`, {
        kind: 'status',
        proof: statusProof(answer.status),
        status: answer.status,
        headers: answer.headers,
        said,
    });
}
/** A 2xx response that does not match the spec. */
function bodyError(answer, problem) {
    return new ServiceError(`HTTP ${answer.status}, but ${problem}`, bodyFailure(answer));
}
function bodyFailure({ status, headers }) {
    return { kind: 'body', proof: 'ambiguous', status, headers, said: '' };
}
/** A 2xx response with the ID of another run (contract 2.3). */
class AnotherRun extends ServiceError {
    constructor(answer, runId) {
        super(`HTTP ${answer.status}, but it is about another run (${runId})`, bodyFailure(answer));
    }
}
function transportFailure(cause) {
    return new ServiceError(cause.message, { kind: cause.kind, proof: TRANSPORT_PROOF[cause.kind], status: null, headers: {}, said: '' }, { cause });
}
/** UTF-16 units read from an error body, far more than any message for people. */
const ERROR_BODY_MAX = 64 * 1024;
const SAID_LIMIT = 500;
/**
 * Extracts the message from an error body. The spec defines no format, so this accepts `message`, `detail` or `error`
 * as a string or a nested object, a FastAPI-style validation list, or plain text. At most 500 characters, without
 * secrets: these are redacted in the parsed message, before it is cut.
 */
function whatTheServiceSaid(body, redact = (text) => text) {
    let parsed;
    try {
        parsed = JSON.parse(body);
    }
    catch {
        // The text of a proxy's error page is better than nothing.
        // Before the tags are removed: a secret may contain what looks like one.
        const words = redact(body.slice(0, 20_000))
            .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
            // Without `<` inside, so that many of them do not take quadratic time.
            .replace(/<[^<>]*>/g, ' ');
        return cap(words);
    }
    return cap(redact(sentence(parsed, 0)));
}
function sentence(value, depth) {
    if (typeof value === 'string')
        return value;
    if (depth > 3 || value === null || typeof value !== 'object')
        return '';
    if (Array.isArray(value)) {
        return value
            .slice(0, 10)
            .map((item) => problem(item, depth))
            .filter((text) => text !== '')
            .join('; ');
    }
    const fields = value;
    for (const name of ['message', 'detail', 'error', 'errors', 'title', 'error_description', 'msg']) {
        const found = sentence(fields[name], depth + 1);
        if (found !== '')
            return found;
    }
    return '';
}
/** One item of a FastAPI validation list: `{loc: ['body', 'prompt'], msg: 'field required'}`. */
function problem(item, depth) {
    const text = sentence(item, depth + 1);
    if (item === null || typeof item !== 'object' || !('loc' in item) || !Array.isArray(item.loc))
        return text;
    const where = item.loc.filter((part) => typeof part === 'string' || typeof part === 'number').join('.');
    return where === '' ? text : `${where}: ${text}`;
}
function cap(text) {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > SAID_LIMIT ? `${line.slice(0, SAID_LIMIT)}\u2026` : line;
}


/***/ }),

/***/ 7408:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   IX: () => (/* binding */ redactingBodies),
/* harmony export */   Qz: () => (/* binding */ redactingHttp),
/* harmony export */   wX: () => (/* binding */ TransportError)
/* harmony export */ });
class TransportError extends Error {
    name = 'TransportError';
    kind;
    constructor(kind, message, options) {
        super(message, options);
        this.kind = kind;
    }
}
/** Wraps a port so that its responses carry a function that redacts secrets. */
function redactingHttp(http, redact) {
    return {
        reached: () => http.reached(),
        close: () => http.close(),
        send: async (request, signal) => ({ ...(await http.send(request, signal)), redact }),
    };
}
/** Wraps a port for data that this action writes itself, so that no request body contains a secret. */
function redactingBodies(http, redact) {
    return {
        reached: () => http.reached(),
        close: () => http.close(),
        send: (request, signal) => http.send({ ...request, body: request.body === null ? null : redact(request.body) }, signal),
    };
}


/***/ }),

/***/ 7551:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Wm: () => (/* binding */ proxySecrets),
/* harmony export */   bD: () => (/* binding */ PROXY_VARIABLES),
/* harmony export */   sd: () => (/* binding */ proxyUrl)
/* harmony export */ });
/** Reads the proxy environment variables (contract 2.4) and determines which part of them is secret. */
/** Supported proxy protocols. */
const SCHEME = /^(?:https?|socks5?):$/;
/** This action reads them for the service, and GitHub's client package reads them for GitHub. */
const PROXY_VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'];
/** The proxy's URL, with `http://` if no scheme is given. Empty if none is set, null if it is invalid. */
function proxyUrl(value) {
    const given = value?.trim() ?? '';
    if (given === '')
        return '';
    const url = URL.parse(given.includes('://') ? given : `http://${given}`);
    return url !== null && SCHEME.test(url.protocol) && url.hostname !== '' ? url.href : null;
}
/** The passwords of all proxies, alone and combined with the user name as in the `Proxy-Authorization` header. */
function proxySecrets(env) {
    return PROXY_VARIABLES.flatMap((name) => {
        const address = proxyUrl(env[name]);
        const { username, password } = new URL(address === null || address === '' ? 'http://none' : address);
        if (password === '')
            return [];
        return [password, `${username}:${password}`].flatMap((text) => [decoded(text), text]);
    });
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}


/***/ }),

/***/ 8150:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ UNSPACED),
/* harmony export */   U: () => (/* binding */ ClientLimiter)
/* harmony export */ });
/* harmony import */ var _retry_after_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5451);
/* harmony import */ var _rate_limit_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5072);


/** For limiters that delay requests only through their permits. */
const UNSPACED = { spacing: () => 0, delay: () => 0 };
/** Enforces the limits for the sequential requests of one client. */
class ClientLimiter {
    #clock;
    #state = (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterStart */ .bR)();
    /** On the clock's `now`. No request of the step is sent before this time, because a 429 response asked to wait. */
    #notBefore = -Infinity;
    constructor(clock) {
        this.#clock = clock;
    }
    spacing() {
        return (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterSpacing */ .UV)(this.#state, this.#clock.now());
    }
    delay(category, reserve = 0) {
        return (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterDelay */ .Uu)(this.#state, category, { now: this.#clock.now(), reserve });
    }
    async acquire(category, { deadline, signal }) {
        const clock = this.#clock;
        const waitMs = Math.max(this.delay(category), this.#notBefore - clock.now());
        // Waiting for this client's own limit does not extend the deadline either.
        if (waitMs > 0)
            await clock.sleep(Math.max(0, Math.min(waitMs, deadline - clock.now())), signal);
        signal.throwIfAborted();
        if (clock.now() >= deadline)
            return { done: () => undefined };
        this.#state = (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterSent */ .Rw)(this.#state, category, clock.now());
        return {
            done: ({ status, headers, unsent }) => {
                this.#state = unsent ? (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterUnsent */ .KF)(this.#state) : (0,_rate_limit_js__WEBPACK_IMPORTED_MODULE_0__/* .limiterDone */ .T)(this.#state, clock.now());
                const floorMs = status === 429 ? (0,_retry_after_js__WEBPACK_IMPORTED_MODULE_1__/* .retryFloor */ .fH)(headers, clock.wall()) : null;
                if (floorMs !== null)
                    this.#notBefore = Math.max(this.#notBefore, clock.now() + floorMs);
            },
        };
    }
}


/***/ }),

/***/ 5258:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ KnownLogsAddress)
/* harmony export */ });
/** Which of the two published addresses of the log the service uses (contract 2.3). Kept for a step. */
class KnownLogsAddress {
    /** To try first. */
    next = 'spec';
    /** Whether it has responded successfully. */
    confirmed = false;
    confirm(address) {
        this.next = address;
        this.confirmed = true;
    }
    /** Has no effect once an address is confirmed, possibly for another client. */
    prefer(address) {
        if (!this.confirmed)
            this.next = address;
    }
}


/***/ }),

/***/ 673:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   IR: () => (/* binding */ messageType),
/* harmony export */   Ol: () => (/* binding */ MESSAGE_TYPES)
/* harmony export */ });
/* unused harmony export MESSAGE_TYPE_TABLE */
/** The service's log types (spec 2.4), one row each. Unknown types are kept as they are. */
const MESSAGE_TYPE_TABLE = {
    ACTION: { label: 'Action', phase: 'work' },
    PLAN_EVALUATION: { label: 'Plan', phase: 'plan' },
    FINAL_ANSWER: { label: 'Final answer', phase: 'talk' },
    ERROR: { label: 'Error', phase: 'work', error: true },
    USER_MESSAGE: { label: 'User message', phase: 'talk' },
    USER_GITHUB_ISSUE_COMMENT: { label: 'Issue comment', phase: 'talk' },
    INITIAL_PR_GENERATION: { label: 'Open pull request', phase: 'pull_request', namesPullRequests: true },
    DETECT_PR_ERRORS: { label: 'Check pull request', phase: 'checks', namesPullRequests: true },
    FIX_PR_ERRORS: { label: 'Fix pull request', phase: 'checks', namesPullRequests: true },
    PR_CREATION_FAILED: { label: 'Pull request failed', phase: 'pull_request', error: true },
    PR_EVALUATION: { label: 'Review pull request', phase: 'checks', namesPullRequests: true },
    COMMIT_EVALUATION: { label: 'Review commits', phase: 'checks' },
    AGENT_RUN_LINK: { label: 'Related run', phase: 'talk' },
};
const MESSAGE_TYPES = Object.keys(MESSAGE_TYPE_TABLE);
const BY_NAME = new Map(Object.entries(MESSAGE_TYPE_TABLE));
/** The row of a type, or undefined if the spec does not define it. */
function messageType(name) {
    return BY_NAME.get(name);
}


/***/ }),

/***/ 5072:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   KF: () => (/* binding */ limiterUnsent),
/* harmony export */   Rw: () => (/* binding */ limiterSent),
/* harmony export */   T: () => (/* binding */ limiterDone),
/* harmony export */   UV: () => (/* binding */ limiterSpacing),
/* harmony export */   Uu: () => (/* binding */ limiterDelay),
/* harmony export */   b1: () => (/* binding */ LIMITS),
/* harmony export */   bR: () => (/* binding */ limiterStart)
/* harmony export */ });
/**
 * The service's rate limits (spec 8) as data, and a limiter that enforces them on the client side (contract 3.1).
 *
 * The limiter sees only the requests of its own process. Other jobs may use the same token; `run/pacing` infers their
 * share from 429 responses. No IO: the caller asks how long to wait, waits, sends, and reports the request.
 */
/**
 * The limits of spec section 8, one row per statement. The spec states the standard limit twice, per 30 s and per 60 s
 * over all endpoints. Every request is held to both, so the stricter one applies.
 */
const LIMITS = {
    standard: { requests: 60, windowMs: 30_000, counts: ['standard'] },
    creation: { requests: 10, windowMs: 60_000, counts: ['creation'] },
    setup: { requests: 5, windowMs: 60_000, counts: ['setup'] },
    analysis: { requests: 5, windowMs: 60_000, counts: ['analysis'] },
    shared: { requests: 60, windowMs: 60_000, counts: ['creation', 'standard', 'setup', 'analysis'] },
};
const RULES = Object.values(LIMITS);
const LONGEST_MS = Math.max(...RULES.map((rule) => rule.windowMs));
function limiterStart() {
    return { sent: [] };
}
/**
 * Milliseconds until a request of this category may be sent, 0 if it may be sent now. `now` is monotonic, in ms. `reserve`: the number of
 * requests that must be possible after it.
 */
function limiterDelay(state, category, { now, reserve = 0 }) {
    let delay = 0;
    for (const rule of RULES) {
        if (!rule.counts.includes(category))
            continue;
        const counted = state.sent.filter((sent) => rule.counts.includes(sent.category) && now - sent.at < rule.windowMs);
        // The request that must leave the window before there is room, or undefined if there is room.
        const leaves = counted[counted.length + reserve - rule.requests];
        if (leaves !== undefined)
            delay = Math.max(delay, leaves.at + rule.windowMs - now);
    }
    return delay;
}
/** Records a request sent at `now`. Refused requests are recorded too, because the spec does not say whether they count. */
function limiterSent(state, category, now) {
    return { sent: [...state.sent.filter((sent) => now - sent.at < LONGEST_MS), { category, at: now }] };
}
/**
 * Records that the latest request finished at `now`. The service counted it at some moment in between, and connecting
 * may have taken most of that time. Counting from the end ensures that no window at the service exceeds the limit.
 */
function limiterDone({ sent }, now) {
    const last = sent.at(-1);
    return last === undefined ? { sent } : { sent: [...sent.slice(0, -1), { ...last, at: now }] };
}
/** Records that the latest request never reached the service, which therefore did not count it. */
function limiterUnsent({ sent }) {
    return { sent: sent.slice(0, -1) };
}
/** The part of the shared budget that may be used in a burst. The rest is spread over the window. */
const BURST = LIMITS.shared.requests / 2;
/**
 * Minimum milliseconds between two polls, so that a short fixed interval does not use up the budget at once and then
 * stall. 0 until half of the budget is used.
 */
function limiterSpacing(state, now) {
    const { requests, windowMs } = LIMITS.shared;
    const spent = state.sent.filter(({ at }) => now - at < windowMs);
    const [oldest] = spent;
    if (oldest === undefined || spent.length <= BURST)
        return 0;
    const left = oldest.at + windowMs - now;
    return left / Math.max(1, requests - spent.length);
}


/***/ }),

/***/ 5451:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   JN: () => (/* binding */ backoff),
/* harmony export */   Vp: () => (/* binding */ answerFloor),
/* harmony export */   fH: () => (/* binding */ retryFloor),
/* harmony export */   z7: () => (/* binding */ httpDate)
/* harmony export */ });
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/**
 * The longest wait that the response asks for, in milliseconds, or null if it asks for none.
 *
 * Reads `retry-after-ms`, `retry-after` (seconds or an HTTP date) and `x-ratelimit-reset` (seconds from now, or the
 * Unix time in seconds or milliseconds). Times are compared with the response's own `date`, because this machine's
 * clock may be off, or with `wall` if there is none. Invalid values and past times are ignored. "Now" is 0, and so is a
 * time less than a second ago, because these times have a resolution of one second. The maximum is a day.
 */
function retryFloor(headers, wall) {
    const text = (name) => headers[name]?.trim() ?? '';
    const date = httpDate(text('date'));
    const now = Number.isNaN(date) ? wall : date;
    const floors = [
        plainNumber(text('retry-after-ms')),
        retryAfter(text('retry-after'), now),
        reset(plainNumber(text('x-ratelimit-reset')), now),
    ].filter((ms) => ms > -SECOND_MS);
    return floors.length === 0 ? null : Math.min(DAY_MS, Math.max(0, ...floors));
}
/**
 * The minimum wait that a failed response asks for. Services send `x-ratelimit-reset` with every response, so it only
 * counts with a 429.
 */
function answerFloor(answer, wall) {
    const { status, headers } = answer;
    return retryFloor(status === 429 ? headers : { ...headers, 'x-ratelimit-reset': '' }, wall);
}
/** Returns NaN for anything else, like the functions below. */
function plainNumber(text) {
    return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : NaN;
}
/** An HTTP date (RFC 9110, 5.6.7) as milliseconds since the epoch. */
function httpDate(text) {
    // Date.parse alone accepts "-5" and "5 minutes" as dates.
    if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text))
        return NaN;
    // The asctime form (RFC 9110, 5.6.7) ends with the year and has no time zone, but is in UTC as well.
    return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}
function retryAfter(text, now) {
    const seconds = plainNumber(text);
    return Number.isNaN(seconds) ? httpDate(text) - now : seconds * 1000;
}
function reset(value, now) {
    if (value >= 1e12)
        return value - now;
    if (value >= 1e9)
        return value * 1000 - now;
    return value * 1000;
}
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_CAP_MS = 30_000;
/**
 * Exponential backoff with full jitter above the floor, for requests that failed. `attempt` counts from 1. Stays within
 * the time left until the deadline (`leftMs`) so that one more attempt is made, unless less than a second is left.
 */
function backoff(retry) {
    const floorMs = retry.floorMs ?? 0;
    const ceiling = Math.min(BACKOFF_CAP_MS, BACKOFF_FIRST_MS * 2 ** Math.min(10, retry.attempt - 1));
    return floorMs + retry.random() * Math.min(ceiling, Math.max(BACKOFF_FIRST_MS, retry.leftMs - floorMs));
}


/***/ }),

/***/ 7671:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   G1: () => (/* binding */ followWithStatus),
/* harmony export */   bx: () => (/* binding */ lastWord),
/* harmony export */   rd: () => (/* binding */ endLeftStatus),
/* harmony export */   yf: () => (/* binding */ openCommitStatus)
/* harmony export */ });
/* harmony import */ var _runner_saved_state_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1870);

/** Follows the step's events and updates the status. Null if no status is requested. */
async function followWithStatus(context, inputs) {
    const keeper = await openCommitStatus(context, inputs);
    context.step.listen(({ type }) => {
        if (type === 'started')
            keeper?.begin(context.step.view());
    });
    return keeper;
}
/** Null if no status is requested, or if no process would be left to finish it. */
async function openCommitStatus(context, inputs) {
    if (inputs.commitStatus === null)
        return null;
    if (!inputs.wait) {
        context.step.warn('`commit_status` was ignored: with `wait: false` no step would be left to update it. Set it on the step that waits for the run.');
        return null;
    }
    return createKeeper(context, { ...inputs, name: inputs.commitStatus, known: null });
}
async function createKeeper({ clock, env, event, github, host, step, stop }, { name, known, githubToken }) {
    const { CommitStatusKeeper } = await __nccwpck_require__.e(/* import() */ 282).then(__nccwpck_require__.bind(__nccwpck_require__, 3282));
    return new CommitStatusKeeper({
        ...{ name, known, event, sha: env['GITHUB_SHA']?.trim() ?? '', clock, stop },
        github: () => github({ token: githubToken, event }),
        warn: (message) => step.warn(message),
        onLeft: (statusSha) => (0,_runner_saved_state_js__WEBPACK_IMPORTED_MODULE_0__/* .saveRunState */ .iZ)(host, { statusSha }),
    });
}
/** The status for the step's current state. With a structured result, a boolean `pass` decides whether it is a success. */
async function lastWord(step) {
    const { passOf, statusOf } = await __nccwpck_require__.e(/* import() */ 282).then(__nccwpck_require__.bind(__nccwpck_require__, 3282));
    return statusOf(step.view(), passOf(step.state.resultJson));
}
/** Finishes a `pending` status that the main step left. */
async function endLeftStatus(context, { inputs, state, otherwise, signal }) {
    const { statusSha = null, statusState = null, statusText = null } = state;
    if (inputs.commitStatus === null || statusSha === null)
        return;
    const keeper = await createKeeper(context, { ...inputs, name: inputs.commitStatus, known: statusSha });
    const known = statusState !== null && statusText !== null;
    const said = known ? { state: statusState, description: statusText } : await otherwise();
    await keeper.finish(context.step.view(), { said, signal });
}


/***/ }),

/***/ 3291:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   FA: () => (/* binding */ failedEnd),
/* harmony export */   KP: () => (/* binding */ succeededWith),
/* harmony export */   _u: () => (/* binding */ plainEnd),
/* harmony export */   cG: () => (/* binding */ endOfCrash),
/* harmony export */   eu: () => (/* binding */ endOfRequest),
/* harmony export */   gr: () => (/* binding */ skippedEnd),
/* harmony export */   mv: () => (/* binding */ endOfFollow)
/* harmony export */ });
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8788);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(275);


const NOTHING = {
    outcome: 'succeeded',
    errorCode: null,
    errorMessage: null,
    skipReason: null,
    cutShort: null,
    resultJson: null,
};
/** An end that needs no message. */
function plainEnd(outcome) {
    return { ...NOTHING, outcome };
}
function succeededWith(resultJson) {
    return { ...NOTHING, resultJson };
}
function failedEnd(errorCode, errorMessage) {
    return { ...NOTHING, outcome: 'error', errorCode, errorMessage };
}
function skippedEnd(skipReason) {
    return { ...NOTHING, outcome: 'skipped', skipReason };
}
/** @param what what the run did not do in time, as text */
function timedOutEnd(what, { obstacle, timeoutMs }) {
    const why = obstacle === null ? '' : ` ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .asSentence */ .KG)(`The last look failed: ${obstacle}`)}`;
    const cutShort = `The run ${what} within ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .counted */ .hS)(timeoutMs / 60_000, 'minute')} (timeout_minutes).${why}`;
    return { ...NOTHING, outcome: 'timed_out', cutShort };
}
function endOfFollow(end, timeoutMs) {
    if (end.failure !== null)
        return failedEnd(end.failure.code, end.failure.message);
    if (end.outcome === 'timed_out')
        return timedOutEnd('did not end', { obstacle: end.obstacle, timeoutMs });
    return plainEnd(end.outcome);
}
/** A request at the start, or a read in its place, that failed permanently. */
function endOfRequest({ error, failure, outOfTime }, timeoutMs) {
    if (outOfTime)
        return timedOutEnd('could not be read', { obstacle: error?.message ?? null, timeoutMs });
    return failedEnd(failure.code, failure.message);
}
/** A signal, or a bug in this action. `run` is what is known about the run at that moment. */
function endOfCrash(error, { runId, webUrl }) {
    if (error instanceof _runner_signals_js__WEBPACK_IMPORTED_MODULE_0__/* .Cancelled */ .c)
        return { ...NOTHING, outcome: 'cancelled', cutShort: error.message };
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const address = (0,_shared_format_js__WEBPACK_IMPORTED_MODULE_1__/* .shownAddress */ .Uk)(webUrl);
    const goesOn = runId === null ? '' : ` The run ${runId} may go on${address === null ? '' : ` at ${address}`}.`;
    return failedEnd('internal', `Something went wrong inside this action: ${what}.${goesOn} Run it again with debug logging (ACTIONS_STEP_DEBUG) and report what it says.`);
}


/***/ }),

/***/ 6437:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ startOrderOf)
/* harmony export */ });
/* unused harmony export createBodyOf */
function startOrderOf(inputs, { prompt, recordedRun, mark = null }) {
    const runId = inputs.agentRunId ?? recordedRun;
    const body = createBodyOf(inputs, prompt ?? '');
    if (runId === null)
        return { kind: 'create', body };
    if (prompt === null)
        return { kind: 'attach', runId };
    return { kind: 'resume', runId, prompt, mark, otherwise: inputs.agentRunId === null ? body : null };
}
function createBodyOf({ requestFields, repoId }, prompt) {
    return { ...requestFields, prompt, ...(repoId !== null && { repo_id: repoId }) };
}


/***/ }),

/***/ 6944:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  $g: () => (/* binding */ LogKeeper),
  rh: () => (/* binding */ createReporters),
  E8: () => (/* binding */ fileStem),
  Ic: () => (/* binding */ temporaryFile)
});

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __nccwpck_require__(275);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __nccwpck_require__(7152);
// EXTERNAL MODULE: ./build/src/report/job-log/lines.js
var lines = __nccwpck_require__(1461);
// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __nccwpck_require__(870);
;// CONCATENATED MODULE: ./build/src/report/job-log/entry.js


const GUTTER = '  \u2502 ';
const BODY = { gutter: GUTTER, maxLine: 4000, maxLines: 2000 };
const SECTIONS = [
    ['thought', 'thought'],
    ['input', 'tool_input'],
    ['output', 'tool_output'],
    ['observation', 'observation'],
    ['other', 'rest'],
];
/** Indented JSON for objects, strings as the agent wrote them. */
function pretty(value) {
    return typeof value === 'object' && value !== null ? (0,entry_summary/* jsonText */.s$)(value) : (0,entry_summary/* entryText */.u0)(value);
}
/** Groups do not nest, so the sections inside are plain headings. */
function printEntry(entry, { host, title, stopToken }) {
    host.startGroup(title);
    host.line((0,job_log/* beginAgentText */.aw)(stopToken));
    for (const [heading, field] of SECTIONS) {
        const text = pretty(entry.view[field]);
        if (text === '')
            continue;
        host.line(` ${heading}`);
        for (const line of (0,job_log/* logLines */.OG)(text, BODY))
            host.line(line);
    }
    host.line((0,job_log/* endAgentText */.wl)(stopToken));
    host.endGroup();
}

// EXTERNAL MODULE: ./build/src/safe/url.js
var url = __nccwpck_require__(7255);
;// CONCATENATED MODULE: ./build/src/report/job-log/index.js






const PROGRESS_MS = 60_000;
class Log {
    #options;
    /** When the run was requested, on both clocks. */
    #start;
    #origin = null;
    #address = null;
    #status = null;
    #steps = 0;
    #errors = 0;
    #throttleSaid = false;
    #running = false;
    #part = -1;
    #open = false;
    #progressAt = 0;
    constructor(options) {
        this.#options = options;
        this.#start = { now: options.clock.now(), wall: options.clock.wall() };
    }
    begin(plan) {
        this.#say((0,lines/* planLine */.od)(plan));
    }
    event(event) {
        const { host, clock } = this.#options;
        switch (event.type) {
            case 'begin':
                this.#start = { now: event.at, wall: clock.wall() - (clock.now() - event.at) };
                return;
            case 'started':
                this.#running = true;
                this.#say(`Agent run ${event.runId} ${event.mode}.`);
                this.#facts(event);
                return;
            case 'status':
                this.#facts(event);
                return;
            case 'entry':
                this.#entry(event.entry);
                return;
            case 'warning':
                host.warning((0,job_log/* annotation */.w7)(event.message), { title: 'Agent run' });
                return;
            case 'note':
                this.#say((0,job_log/* logInline */.Ab)(event.message, 1000));
                return;
            case 'throttled':
                this.#throttled(event.waitMs);
                return;
            case 'outage':
                this.#outage(event.message, event.waitMs);
                return;
            case 'waiting':
                this.#progress(event.waitMs);
                return;
            case 'finished':
            case 'ended':
                this.#closeGroup();
                return;
            case 'gone':
                host.notice((0,job_log/* annotation */.w7)((0,lines/* goneNotice */.M_)(event.runId)));
                return;
            default:
        }
    }
    #outage(message, waitMs) {
        this.#say(`The service is having problems: ${(0,job_log/* logInline */.Ab)(message, 300)}`);
        const next = this.#running ? 'The run itself goes on; checking' : 'Trying';
        this.#say(`${next} again ${(0,lines/* inTime */.RN)(waitMs)}.`);
    }
    end(end) {
        this.#closeGroup();
        this.#say((0,lines/* endLine */.Sk)({ ...end, steps: this.#steps, errors: this.#errors }));
    }
    get #chatty() {
        return this.#options.mode === 'full' || this.#options.mode === 'compact';
    }
    #say(text) {
        this.#options.host.line(text);
    }
    #facts(facts) {
        this.#watch(facts.webUrl);
        if (facts.status === null || facts.status === this.#status)
            return;
        this.#status = facts.status;
        if (this.#chatty)
            this.#say(`Status: ${(0,job_log/* logInline */.Ab)(facts.status, 80)}`);
    }
    /** Prints each known address once, and only https addresses. */
    #watch(webUrl) {
        const address = webUrl === null ? null : (0,url/* safeHttpsUrl */.Wb)(webUrl);
        if (address === null || address === this.#address)
            return;
        this.#address = address;
        this.#say(`Watch it at ${(0,job_log/* logInline */.Ab)(address, 2000)}`);
    }
    #throttled(waitMs) {
        if (!this.#chatty)
            return;
        const next = `next ${this.#running ? 'check' : 'try'} ${(0,lines/* inTime */.RN)(waitMs)}`;
        if (!this.#throttleSaid) {
            this.#throttleSaid = true;
            this.#say(`Rate limited (the limit is shared by all jobs with this token); ${next}. Nothing is lost.`);
        }
        else if (!this.#running && waitMs >= PROGRESS_MS) {
            // Before the run exists, nothing else shows progress.
            this.#say(`Still rate limited; ${next}.`);
        }
    }
    /** Printed every minute, even if other lines were printed. */
    #progress(waitMs) {
        const elapsed = this.#options.clock.now() - this.#start.now;
        if (elapsed - this.#progressAt < PROGRESS_MS)
            return;
        this.#progressAt = elapsed;
        if (this.#chatty)
            this.#say(`Still running after ${(0,format/* duration */.p0)(elapsed)}, ${(0,format/* counted */.hS)(this.#steps, 'step')} so far; next check ${(0,lines/* inTime */.RN)(waitMs)}.`);
    }
    /** Milliseconds from the start, or from the first entry of an attached run. */
    #sinceStart(entry) {
        if (entry.time === null)
            return null;
        this.#origin ??= Math.min(this.#start.wall, entry.time);
        return entry.time - this.#origin;
    }
    #entry(entry) {
        this.#steps += 1;
        const step = (0,entry_summary/* digest */.br)(entry);
        const { host, mode, stopToken, colour = false } = this.#options;
        const line = (0,lines/* stepLine */.l6)(step, { sinceStart: this.#sinceStart(entry), colour });
        if (step.error)
            this.#errors += 1;
        if (mode === 'full')
            printEntry(entry, { title: line, host, stopToken });
        else if (mode === 'compact') {
            this.#enter((0,entry_summary/* partOf */.BU)(step));
            this.#say(line);
        }
        else if (mode === 'errors' && step.error)
            this.#say(line);
    }
    /** Opens the group of a later phase. Steps of an earlier phase in between stay in the current group. */
    #enter(part) {
        if (part <= this.#part)
            return;
        this.#closeGroup();
        this.#part = part;
        this.#open = true;
        this.#options.host.startGroup(entry_summary/* PARTS */.dI[part] ?? '');
    }
    #closeGroup() {
        if (this.#open)
            this.#options.host.endGroup();
        this.#open = false;
    }
}
/** Creates the job log of a step. */
function createJobLog(options) {
    return new Log(options);
}

;// CONCATENATED MODULE: ./build/src/report/log-file.js
/**
 * `logs_file`: every entry of this turn as a line of JSON, appended as it arrives and sorted oldest first at the end (contract 4.7).
 * Entries that arrive together are written together, because each append is expensive. If the log exceeds the size limit, the newest part
 * is kept, after a line that says so (contract 6.5).
 */


/** UTF-16 units collected before a write. Larger pieces need more memory and save no time. */
const CHUNK = 32 * 1024;
const MAX_BYTES = 512 * 1024 * 1024;
/** After a signal there is no time to rewrite a larger file. */
const HURRIED_MAX_BYTES = 64 * 1024 * 1024;
class LogFile {
    path;
    #files;
    #maxBytes;
    #newest = -Infinity;
    #disordered = false;
    #pending = '';
    /** Times of the entries in the files, oldest file first. NaN if an entry has none. */
    #times = [];
    /** Entries in the older file, and those before it that were dropped. */
    #older = 0;
    #gone = 0;
    #olderBytes = 0;
    #bytes = 0;
    /** Positions of moved entries by their number. Times take precedence. All other entries keep their position. */
    #places = new Map();
    /** Updated lines, by line number. */
    #replaced = new Map();
    /** Creates the empty file and its parent folders. */
    constructor(files, path, { maxBytes = MAX_BYTES } = {}) {
        this.#files = files;
        this.#maxBytes = maxBytes;
        this.path = path;
        files.makeDirectory((0,external_node_path_.dirname)(path));
        files.write(path, '');
    }
    /** Number of entries so far. */
    get #count() {
        return this.#gone + this.#times.length;
    }
    get #olderPath() {
        return `${this.path}.older`;
    }
    /**
     * Writes the entry together with buffered ones. With `more`, other entries follow immediately, so it may be buffered.
     */
    add({ line, time }, more = false) {
        this.#pending += `${line}\n`;
        this.#times.push(time ?? NaN);
        if (time !== null) {
            this.#disordered ||= time < this.#newest;
            this.#newest = Math.max(this.#newest, time);
        }
        if (!more || this.#pending.length >= CHUNK)
            this.#flush();
    }
    #flush() {
        if (this.#pending === '')
            return;
        const text = this.#pending;
        this.#pending = '';
        this.#files.append(this.path, text);
        this.#bytes += Buffer.byteLength(text);
        if (this.#bytes >= this.#maxBytes / 2)
            this.#rotate();
    }
    /** Continues in a new file and drops the one before the last. */
    #rotate() {
        this.#files.remove(this.#olderPath);
        this.#files.rename(this.path, this.#olderPath);
        this.#gone += this.#older;
        this.#times = this.#times.slice(this.#older);
        this.#older = this.#times.length;
        this.#olderBytes = this.#bytes;
        this.#bytes = 0;
        for (const entry of this.#places.keys())
            if (entry < this.#gone)
                this.#places.delete(entry);
        this.#files.write(this.path, '');
    }
    /** Replaces entry `index` with its completed form. The file contains it once it is finished. */
    replace(index, { line }) {
        this.#replaced.set(index, line);
    }
    /** Corrects the order of the last `places.length` entries: entry `i` of them belongs at `places[i]`. */
    reorder(places) {
        const from = this.#count - places.length;
        places.forEach((place, index) => this.#places.set(from + index, from + place));
        this.#disordered = true;
    }
    /**
     * Merges all files into one and moves late entries to their position. Entries with equal times keep their order of arrival, or the
     * corrected one. With `hurried`, does so only if it is fast.
     * @returns a description of what was not done, or null if the file is complete and in order
     */
    async finish({ hurried = false } = {}) {
        this.#flush();
        if (!this.#disordered && this.#older === 0 && this.#replaced.size === 0)
            return null;
        if (hurried && this.#bytes + this.#olderBytes > HURRIED_MAX_BYTES)
            return this.#leftUndone();
        const parts = await this.#parts();
        const order = this.#disordered ? this.#order() : [...parts.keys()];
        const cut = this.#gone === 0 ? [] : [`${JSON.stringify(this.#cutMark())}\n`];
        await this.#files.assemble(this.path, [...cut, ...order.map((at) => this.#laterForm(at) ?? parts[at] ?? '')]);
        if (this.#older > 0)
            this.#files.remove(this.#olderPath);
        this.#disordered = false;
        this.#older = 0;
        return null;
    }
    #laterForm(at) {
        const line = this.#replaced.get(this.#gone + at);
        return line === undefined ? null : `${line}\n`;
    }
    #leftUndone() {
        if (this.#older === 0)
            return `The entries in ${this.path} stand in the order in which they came.`;
        return `${this.path} has the newest entries only; those before them are in ${this.#olderPath}.`;
    }
    #cutMark() {
        const entries = (0,format/* counted */.hS)(this.#gone, 'older entry', 'older entries');
        const size = Math.round(this.#maxBytes / 1024 / 1024);
        return {
            message_type: 'LOG_CUT',
            thought: `${entries} left out: this file keeps the newest ${size} MB of the log.`,
        };
    }
    /** The entries in the files, in order of arrival. */
    async #parts() {
        const parts = [];
        for (const path of this.#older > 0 ? [this.#olderPath, this.path] : [this.path]) {
            let from = 0;
            for (const to of await this.#files.lineEnds(path)) {
                parts.push({ path, from, to });
                from = to;
            }
        }
        if (parts.length !== this.#times.length)
            throw new Error('somebody else wrote into it');
        return parts;
    }
    /** The numbers (from 0) of the kept entries, oldest first. */
    #order() {
        const entries = this.#times.map((_, at) => at);
        if (this.#places.size > 0) {
            const placed = entries.map((at) => ({ at, place: this.#places.get(this.#gone + at) ?? this.#gone + at }));
            placed.sort((a, b) => a.place - b.place).forEach(({ at }, index) => (entries[index] = at));
        }
        let time = -Infinity;
        // An entry without a readable time stays after its predecessor.
        const timed = entries.map((at) => {
            const own = this.#times[at] ?? NaN;
            return { at, time: (time = Number.isNaN(own) ? time : own) };
        });
        return timed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ at }) => at);
    }
}

// EXTERNAL MODULE: ./build/src/safe/outputs.js
var outputs = __nccwpck_require__(3184);
// EXTERNAL MODULE: ./build/src/runner/outputs.js + 1 modules
var runner_outputs = __nccwpck_require__(5692);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __nccwpck_require__(1870);
;// CONCATENATED MODULE: ./build/src/session/reporters.js
/** Passes each event to all reporters. */






/** A file of this step in `RUNNER_TEMP`. */
function temporaryFile(env, name) {
    return (0,external_node_path_.join)(env['RUNNER_TEMP'] ?? '.', (0,outputs/* fileNamePart */.B)(name));
}
const SUFFIXES = ['.jsonl', '-result.txt', '.html', '-otlp.jsonl'];
/**
 * The path prefix of this step's files in `RUNNER_TEMP`: `agent-run-<id>`, or `agent-run-<id>-2` and so on if an
 * earlier step of the job wrote files for the same run. Creates the folder.
 */
function fileStem({ files, env }, runId) {
    const first = temporaryFile(env, `agent-run-${runId}`);
    try {
        files.makeDirectory((0,external_node_path_.dirname)(first));
    }
    catch {
        // A write that fails later is reported with the name of its file.
    }
    const isTaken = (path) => files.isFile(path) || files.isLink(path);
    for (let number = 1;; number += 1) {
        const stem = number === 1 ? first : `${first}-${number}`;
        if (!SUFFIXES.some((suffix) => isTaken(`${stem}${suffix}`)))
            return stem;
    }
}
/** Creates all reporters of the step's events, in the order in which they receive them. */
function createReporters(ports) {
    const { host, clock, env, inputs, step, thread } = ports;
    // https://no-color.org
    const colour = (env['NO_COLOR'] ?? '') === '';
    const log = createJobLog({ host, clock, colour, mode: inputs.logs, stopToken: ports.uuid() });
    const keeper = new LogKeeper(ports);
    step.listen(announcer(host));
    step.listen((event) => keeper.take(event));
    step.listen((event) => log.event(event));
    step.listen(({ type }) => {
        if (type === 'started' || type === 'waiting')
            thread?.update(step.view());
    });
    return { log, finish: () => keeper.finish() };
}
/** Immediately tells the runner what must survive if the step is killed (contract 1.2, 7.3). */
function announcer(host) {
    const told = new Map();
    const output = (name, value) => {
        if (value === '' || told.get(name) === value)
            return;
        told.set(name, value);
        host.output(name, value);
    };
    return (event, { mode, provenance: { promptHash }, seen, entriesBefore }) => {
        switch (event.type) {
            case 'begin':
                if (event.runId !== null)
                    output('agent_run_id', String(event.runId));
                return;
            case 'found':
                output('web_url', (0,runner_outputs/* webUrlOutput */.TQ)(event.webUrl));
                return;
            case 'sending':
                (0,saved_state/* saveRunState */.iZ)(host, { phase: 'sending', runId: event.runId, webUrl: seen?.webUrl ?? null, promptHash });
                return;
            case 'keyed':
                (0,saved_state/* saveRunState */.iZ)(host, { identity: (0,saved_state/* identityText */.Ky)(event) });
                return;
            case 'unsent':
                (0,saved_state/* saveRunState */.iZ)(host, { phase: 'idle' });
                return;
            case 'wrote':
                if (event.fileStem !== undefined)
                    (0,saved_state/* saveRunState */.iZ)(host, { fileStem: event.fileStem });
                return;
            case 'started':
            case 'status': {
                const { runId, webUrl } = event;
                (0,saved_state/* saveRunState */.iZ)(host, { phase: 'running', runId, webUrl, mode });
                if (entriesBefore > 0)
                    (0,saved_state/* saveRunState */.iZ)(host, { before: entriesBefore });
                output('agent_run_id', String(runId));
                output('web_url', (0,runner_outputs/* webUrlOutput */.TQ)(webUrl));
                return;
            }
            default:
        }
    };
}
/** Writes the log file as entries arrive. */
class LogKeeper {
    #ports;
    #file = null;
    constructor(ports) {
        this.#ports = ports;
    }
    take(event) {
        switch (event.type) {
            case 'started':
                if (this.#ports.inputs.wait)
                    this.#open(event.runId);
                return;
            case 'entry':
                this.#keep(event.entry, event.more === true);
                return;
            case 'amended':
                this.#file?.replace(event.entry.index, event.entry);
                return;
            case 'order':
                this.#file?.reorder(event.places);
                return;
            default:
        }
    }
    async finish() {
        await this.#file?.finish();
    }
    #open(runId) {
        const { files, env, inputs, step } = this.#ports;
        if (this.#file !== null)
            return;
        const stem = step.state.fileStem ?? fileStem({ files, env }, runId);
        step.dispatch({ type: 'wrote', fileStem: stem });
        const path = inputs.logsFile ?? `${stem}.jsonl`;
        try {
            this.#file = new LogFile(files, path);
            step.dispatch({ type: 'wrote', logsFile: path });
        }
        catch (error) {
            // A full disk must not fail the run.
            step.warn(`The log file ${path} cannot be written (${String(error)}); the log is only shown here.`);
        }
    }
    #keep(entry, more) {
        try {
            this.#file?.add(entry, more);
        }
        catch (error) {
            this.#file = null;
            this.#ports.step.warn(`The log file could not be written to its end (${String(error)}); what follows is only shown here.`);
        }
    }
}


/***/ }),

/***/ 2771:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  I: () => (/* binding */ runSession)
});

// EXTERNAL MODULE: ./build/src/idempotency/mark.js
var idempotency_mark = __nccwpck_require__(8715);
// EXTERNAL MODULE: ./build/src/run/pacing/matrix-start.js
var matrix_start = __nccwpck_require__(6557);
// EXTERNAL MODULE: ./build/src/run/record.js
var run_record = __nccwpck_require__(8251);
// EXTERNAL MODULE: ./build/src/run/start.js + 1 modules
var run_start = __nccwpck_require__(8499);
// EXTERNAL MODULE: ./build/src/run/status.js
var run_status = __nccwpck_require__(3220);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __nccwpck_require__(3291);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __nccwpck_require__(7152);
;// CONCATENATED MODULE: ./build/src/session/repair.js
/**
 * Reads the structured answer against the schema, and on a mismatch resumes the same run once to repair it (contract
 * 8).
 */



async function checkAndRepairOnce(session, { schema, record, mayRepair }) {
    const { timeoutMs, emit } = session;
    const first = answerOf(record, schema);
    if (first.ok)
        return (0,ends/* succeededWith */.KP)(first.json);
    if (!mayRepair)
        return mismatch(first.errors, { asked: false });
    emit({ type: 'note', message: 'The result does not match the schema; asking the run once to correct it.' });
    const { runId } = record;
    const prompt = schema.repairPrompt(first.errors);
    const resumed = await session.repair({ runId, prompt }, waitsOf(emit));
    if (!resumed.ok) {
        const end = (0,ends/* endOfRequest */.eu)(resumed, timeoutMs);
        return end.errorCode === null ? end : { ...end, errorMessage: notAsked(end.errorMessage) };
    }
    const second = await session.follow(resumed.started, record);
    if (second.end.notTakenUp)
        return mismatch(first.errors, { asked: true, note: 'the run never acted on that request' });
    if (second.end.outcome !== 'succeeded')
        return (0,ends/* endOfFollow */.mv)(second.end, timeoutMs);
    const reading = answerOf((0,run_record/* answeredTurn */.JQ)(second.record, record), schema);
    return reading.ok ? (0,ends/* succeededWith */.KP)(reading.json) : mismatch(reading.errors, { asked: true });
}
/** Only waits are reported, because the run of the first turn stays the known one whatever happens to the repair. */
function waitsOf(emit) {
    return (event) => {
        if (event.type === 'throttled' || event.type === 'outage' || event.type === 'note')
            emit(event);
    };
}
/** An observation that is an object is first read as the answer itself, then as a wrapper around a text. */
function answerOf(record, schema) {
    // The run's previous result answers another question (contract 4.6).
    if ((0,run_record/* hasOldResult */.Zo)(record))
        return { ok: false, errors: ['this turn produced no answer of its own'] };
    const source = (0,run_record/* resultSource */.Tb)(record);
    const itself = typeof source === 'object' && source !== null ? schema.read((0,entry_summary/* jsonText */.s$)(source, 0)) : null;
    return itself?.ok === true ? itself : schema.read((0,entry_summary/* resultText */.D6)(source));
}
function notAsked(message) {
    return `The result does not satisfy the schema, and asking the run to correct it failed. ${message ?? ''}`;
}
function mismatch(errors, { asked, note = null }) {
    const tried = asked ? `, also after the run was asked once to correct it${note === null ? '' : ` (${note})`}` : '';
    const shown = errors.map((error) => `- ${error}`);
    return (0,ends/* failedEnd */.FA)('schema_mismatch', `The result does not satisfy \`output_schema\`${tried}:\n${shown.join('\n')}\nThe raw text is in \`result\`. Describe the expected format more precisely in the prompt, or loosen the schema.`);
}

;// CONCATENATED MODULE: ./build/src/session/session.js







/** Emits every event of the run, with `ended` last. Rejects with `stop.reason` on abort (see `endOfCrash`). */
async function runSession(context, order, emit) {
    const end = await new Session(context, order, emit).run();
    emit({ type: 'ended', end, at: context.clock.now() });
}
class Session {
    #context;
    #order;
    emit;
    constructor(context, order, emit) {
        this.#context = context;
        this.#order = order;
        this.emit = emit;
    }
    async run() {
        const { schema, inputs } = this.#order;
        const result = await this.#start();
        if (!result.ok) {
            // Being rate limited until the timeout has its own error code if a follow-up was to be sent (contract 5).
            const outOfTime = result.outOfTime && result.error?.throttled !== true;
            return (0,ends/* endOfRequest */.eu)({ ...result, outOfTime }, inputs.timeoutMs);
        }
        const { started } = result;
        if (!inputs.wait)
            return await this.#onlyStarted(started);
        const { end, record } = await this.follow(started);
        if (end.outcome !== 'succeeded' || schema === null)
            return (0,ends/* endOfFollow */.mv)(end, inputs.timeoutMs);
        return await checkAndRepairOnce(this, { schema, record, mayRepair: started.mode !== 'attached' });
    }
    get timeoutMs() {
        return this.#order.inputs.timeoutMs;
    }
    get lateCall() {
        return { signal: this.#context.lateStop, deadline: this.#order.deadline };
    }
    get #startPorts() {
        const { client, clock, random, stop, beforeSending, entryStore } = this.#context;
        const { baseUrl, orgId } = this.#order.inputs;
        const classify = (0,run_status/* createClassifier */.CC)(this.#order.inputs);
        return { emit: this.emit, client, clock, random, stop, beforeSending, entryStore, baseUrl, orgId, classify };
    }
    async #start() {
        const { start } = this.#order;
        if (start.kind === 'create')
            return await this.#create(start.body);
        const { runId } = start;
        this.emit({ type: 'begin', runId, at: this.#context.clock.now() });
        if (start.kind === 'attach')
            return { ok: true, started: (0,run_start/* attachTo */.jT)(runId) };
        const resumed = await this.#resume(start);
        if (resumed.ok || resumed.failure.code !== 'not_found' || start.otherwise === null)
            return resumed;
        this.emit({ type: 'gone', runId });
        return await this.#create(start.otherwise);
    }
    async #create(body) {
        const { clock, random, stop } = this.#context;
        const { inputs, deadline } = this.#order;
        const spreadMs = (0,matrix_start/* startDelay */.yB)({ siblings: inputs.siblings, index: inputs.siblingIndex, random });
        if (spreadMs > 0)
            await clock.sleep(Math.min(spreadMs, Math.max(0, deadline - clock.now())), stop);
        this.emit({ type: 'begin', runId: null, at: clock.now() });
        const { exactlyOnce: once = null } = this.#order;
        if (once === null)
            return await (0,run_start/* createRun */.ut)(this.#startPorts, body, this.lateCall);
        const { createOnce } = await __nccwpck_require__.e(/* import() */ 431).then(__nccwpck_require__.bind(__nccwpck_require__, 9431));
        return await createOnce({ ...this.#startPorts, published: once.published }, { body, once }, this.lateCall);
    }
    repair(followUp, emit) {
        return this.#resume({ ...followUp, mark: this.#order.exactlyOnce?.repairMark ?? null }, emit);
    }
    async #resume({ runId, prompt, mark = null }, emit = this.emit) {
        const ports = { ...this.#startPorts, emit };
        if (mark !== null && (this.#order.exactlyOnce ?? null) !== null) {
            const { resumeOnce } = await Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(275), __nccwpck_require__.e(716)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5716));
            return await resumeOnce(ports, { runId, prompt, mark }, this.lateCall);
        }
        return await (0,run_start/* resumeRun */.ZL)(ports, { runId, prompt: (0,idempotency_mark/* withMark */.kN)(prompt, mark) }, this.lateCall);
    }
    async follow(started, after = null) {
        const { client, clock, random, stop, scheduled = false, wait, entryStore } = this.#context;
        const { inputs, deadline } = this.#order;
        const { baseUrl, orgId, siblings, siblingIndex, pollIntervalMs } = inputs;
        let record = (0,run_record/* recordOf */.zv)(started);
        const { follow } = await Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(275), __nccwpck_require__.e(822)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9822));
        const end = await follow({
            ...{ client, clock, random, baseUrl, orgId, wait, entryStore: await entryStore?.() },
            classify: (0,run_status/* createClassifier */.CC)(inputs),
            call: { signal: stop, deadline },
            pace: { siblings, index: siblingIndex, fixedMs: pollIntervalMs, scheduled },
        }, started, (event) => {
            record = (0,run_record/* reduceRun */.sT)(record, event);
            this.emit(after === null ? event : asRepair(event, after));
        });
        return { end, record };
    }
    /** `wait: false`: the session ends as soon as the run exists. An attached run is read once to get its address. */
    async #onlyStarted(started) {
        const { stop } = this.#context;
        const { inputs, deadline } = this.#order;
        const record = (0,run_record/* recordOf */.zv)(started);
        this.emit({ type: 'started', mode: started.mode, ...(0,run_record/* factsOf */.xS)(record) });
        // The signal arrived while the create was in flight: the run ID is reported, but the step is still cancelled (7.3).
        stop.throwIfAborted();
        if (started.mode !== 'attached')
            return (0,ends/* plainEnd */._u)('started');
        const read = await (0,run_start/* readRun */.cI)(this.#startPorts, started.runId, { signal: stop, deadline });
        if (!read.ok)
            return (0,ends/* endOfRequest */.eu)(read, inputs.timeoutMs);
        const changed = (0,run_record/* changedFacts */.o0)(record, read.value);
        if (changed !== null)
            this.emit({ type: 'status', ...changed });
        return (0,ends/* plainEnd */._u)('started');
    }
}
function asRepair(event, { entries }) {
    if (event.type === 'started')
        return { ...event, repair: true };
    if (event.type === 'entry' || event.type === 'amended')
        return { ...event, entry: { ...event.entry, index: entries + event.entry.index } };
    return event;
}


/***/ }),

/***/ 1973:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  p: () => (/* binding */ Step)
});

// EXTERNAL MODULE: ./build/src/safe/job-log.js
var job_log = __nccwpck_require__(870);
// EXTERNAL MODULE: ./build/src/run/record.js
var record = __nccwpck_require__(8251);
// EXTERNAL MODULE: ./build/src/shared/append-list.js
var append_list = __nccwpck_require__(7673);
// EXTERNAL MODULE: ./build/src/report/cause.js
var cause = __nccwpck_require__(1370);
// EXTERNAL MODULE: ./build/src/report/entry-summary.js
var entry_summary = __nccwpck_require__(7152);
;// CONCATENATED MODULE: ./build/src/report/step-state.js




/** Exceeds what the outputs can contain. The log is not searched for more. */
const PULL_REQUESTS_MOST = 1_000;
function stepStart(provenance) {
    return {
        provenance,
        outcome: 'running',
        errorCode: null,
        errorMessage: null,
        skipReason: null,
        cutShort: null,
        resultJson: null,
        fileStem: null,
        resultFile: null,
        logsFile: null,
        reportFile: null,
        otlpFile: null,
        sarifFile: null,
        commentUrl: null,
        mode: null,
        expected: null,
        seen: null,
        sending: false,
        turn: null,
        unclear: false,
        corrected: null,
        callAt: null,
        endAt: null,
        steps: append_list/* EMPTY_LIST */.xF,
        failures: cause/* NO_FAILURES */.oH,
        pullRequests: [],
        warnings: [],
        checks: null,
        review: null,
        entriesBefore: 0,
    };
}
function reduceStep(state, event) {
    switch (event.type) {
        case 'begin':
            return { ...state, expected: event.runId, seen: null, callAt: state.callAt ?? event.at };
        case 'found':
            return { ...state, seen: { webUrl: event.webUrl, status: event.status } };
        case 'sending':
            return { ...state, sending: true };
        case 'unsent':
            return { ...state, sending: false };
        case 'started':
            return started(state, event);
        case 'entry':
            return withTurn({ ...state, ...entryTaken(state, event) }, event);
        case 'amended':
            return withTurn({ ...state, ...entryAmended(state, event) }, event);
        case 'warning':
        case 'noted':
            if (state.warnings.includes(event.message))
                return state;
            return { ...state, warnings: [...state.warnings, event.message] };
        case 'ended':
            return { ...state, ...event.end, endAt: state.endAt ?? event.at };
        case 'unclear':
            return { ...state, unclear: true };
        case 'reviewed':
            return { ...state, review: event.review };
        case 'checked':
            return { ...state, checks: event.checks };
        case 'asked': {
            const { type, ...known } = event;
            return { ...state, provenance: { ...state.provenance, ...known } };
        }
        case 'left':
            return { ...state, errorMessage: event.message };
        case 'wrote': {
            const { type, ...files } = event;
            return { ...state, ...files };
        }
        default:
            return withTurn(state, event);
    }
}
/** A schema repair adds a turn to the same run and changes nothing else. */
function started(state, event) {
    if (event.repair === true)
        return { ...state, turn: (0,record/* recordOf */.zv)(event), corrected: state.turn };
    const { mode, entriesBefore = 0 } = event;
    return { ...state, turn: (0,record/* recordOf */.zv)(event), mode, entriesBefore, sending: false };
}
/** Converts an amended entry's index to one within its turn, because a schema repair continues the numbering of the turn before it. */
function inTurn(event, before) {
    if (event.type !== 'amended')
        return event;
    return { ...event, entry: { ...event.entry, index: event.entry.index - before } };
}
function withTurn(state, event) {
    if (state.turn === null)
        return state;
    const turn = (0,record/* reduceRun */.sT)(state.turn, inTurn(event, state.steps.length - state.turn.entries));
    return turn === state.turn ? state : { ...state, turn };
}
function entryTaken({ steps, failures, pullRequests }, { entry }) {
    const step = (0,entry_summary/* digest */.br)(entry);
    return {
        steps: (0,append_list/* appended */.YP)(steps, step),
        failures: (0,cause/* withStep */.p$)(failures, step),
        pullRequests: withClaims(pullRequests, entry.view),
    };
}
/** Fields that were null before may contain a pull request. */
function entryAmended({ steps, failures, pullRequests }, { entry }) {
    const step = (0,entry_summary/* digest */.br)(entry);
    return {
        steps: (0,append_list/* replaceAt */._D)(steps, entry.index, step),
        failures: (0,cause/* withStep */.p$)(failures, step),
        pullRequests: withClaims(pullRequests, entry.view),
    };
}
function withClaims(known, view) {
    const added = known.length < PULL_REQUESTS_MOST ? (0,entry_summary/* pullRequestUrls */.L3)(view).filter((url) => !known.includes(url)) : [];
    return added.length === 0 ? known : [...new Set([...known, ...added])];
}

// EXTERNAL MODULE: ./build/src/report/view-of-step.js
var view_of_step = __nccwpck_require__(3895);
;// CONCATENATED MODULE: ./build/src/session/step.js



class Step {
    #options;
    #listeners = [];
    #state;
    constructor(options, provenance) {
        this.#options = options;
        this.#state = stepStart(provenance);
    }
    get state() {
        return this.#state;
    }
    listen(listener) {
        this.#listeners.push(listener);
    }
    dispatch(event) {
        this.#reduce(event);
        for (const listener of this.#listeners)
            listener(event, this.#state);
    }
    #reduce(event) {
        const state = reduceStep(this.#state, event);
        const lean = this.#options.lean === true && event.type === 'entry';
        this.#state = lean ? { ...state, steps: { chunks: [], length: state.steps.length } } : state;
    }
    /** Prints a warning to the job log and keeps it for the summary. */
    warn(message) {
        this.dispatch({ type: 'noted', message });
        this.#options.host.warning((0,job_log/* annotation */.w7)(message));
    }
    view() {
        const { clock, requests } = this.#options;
        return (0,view_of_step/* viewOf */.du)(this.#state, { now: clock.now(), requests: requests?.() ?? 0 });
    }
}


/***/ }),

/***/ 624:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ verifyClaims)
/* harmony export */ });
/* harmony import */ var _runner_signals_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8788);
/* harmony import */ var _ends_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3291);


const BUDGET_MS = 20_000;
/** Near the timeout and after it. */
const SHORT_BUDGET_MS = 3_000;
/** Makes no request without a token, without a claim, or after a signal. Rejects only because of bugs. */
async function verifyClaims(options) {
    const { ports, inputs, event, step, deadline } = options;
    const { clock, stop } = ports;
    if (!inputs.wait || step.state.turn === null)
        return;
    const urls = step.view().pullRequests;
    if (inputs.githubToken !== '' && event.repository !== '' && !stop.aborted) {
        if (urls.length === 0)
            step.dispatch({ type: 'checked', checks: [] });
        else
            await check(urls, options);
    }
    const { outcome, checks, resultJson } = step.state;
    if (inputs.expect !== 'pull_request' || outcome !== 'succeeded')
        return;
    const proven = checks?.some(({ pullRequest }) => pullRequest?.byRun === true) === true;
    if (proven)
        return;
    const { runId, webUrl } = step.state.turn;
    // A signal cuts the check short, so it shows nothing (contract 7.3).
    const cut = stop.reason instanceof _runner_signals_js__WEBPACK_IMPORTED_MODULE_0__/* .Cancelled */ .c;
    const end = cut ? (0,_ends_js__WEBPACK_IMPORTED_MODULE_1__/* .endOfCrash */ .cG)(stop.reason, { runId, webUrl }) : (0,_ends_js__WEBPACK_IMPORTED_MODULE_1__/* .plainEnd */ ._u)('unverified');
    step.dispatch({ type: 'ended', end: { ...end, resultJson }, at: Math.min(clock.now(), deadline) });
}
async function check(urls, options) {
    const { ports, event, inputs, step, deadline } = options;
    const { clock, stop } = ports;
    const [github, { verifyPullRequests }] = await Promise.all([
        ports.github({ token: inputs.githubToken, event }),
        __nccwpck_require__.e(/* import() */ 106).then(__nccwpck_require__.bind(__nccwpck_require__, 6106)),
    ]);
    const left = deadline - clock.now();
    const { checks, warning } = await verifyPullRequests(urls, {
        github,
        clock,
        stop,
        serverUrl: event.serverUrl,
        repository: event.repository,
        since: beganAt(options),
        budgetMs: Math.max(SHORT_BUDGET_MS, Math.min(BUDGET_MS, left)),
    });
    step.dispatch({ type: 'checked', checks });
    if (warning !== null)
        step.warn(warning);
}
/**
 * When the run began, in ms since the epoch: for a run that this step created, the time of its request. For other runs
 * the service reports it, but a service clock that is ahead must not move it after this step's request.
 */
function beganAt({ ports: { clock }, step, calledAt: known }) {
    const { mode, callAt, turn } = step.state;
    const calledAt = known ?? clock.wall() - (clock.now() - (callAt ?? clock.now()));
    return mode === 'created' ? calledAt : Math.min(turn?.createdAt ?? calledAt, calledAt);
}


/***/ }),

/***/ 7673:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   S3: () => (/* binding */ itemsOf),
/* harmony export */   YP: () => (/* binding */ appended),
/* harmony export */   _D: () => (/* binding */ replaceAt),
/* harmony export */   xF: () => (/* binding */ EMPTY_LIST)
/* harmony export */ });
const CHUNK = 256;
const EMPTY_LIST = { chunks: [], length: 0 };
/** Chunks kept from the beginning and the end of an oversized list (a few thousand items). */
const HEAD = 8;
const TAIL = 32;
/** The middle of a very long list is dropped to limit memory. `length` still counts all items, and indexes do not change. */
function appended({ chunks, length }, item) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length < CHUNK)
        return { chunks: chunks.with(-1, [...last, item]), length: length + 1 };
    const gone = chunks.length - TAIL;
    const kept = gone >= HEAD ? chunks.with(gone, []) : chunks;
    return { chunks: [...kept, [item]], length: length + 1 };
}
/** Returns the list with the item at `index` replaced, or the same list if it is shorter. */
function replaceAt(list, index, item) {
    if (index < 0 || index >= list.length)
        return list;
    const at = Math.floor(index / CHUNK);
    const chunks = list.chunks.map((chunk, place) => place === at && index % CHUNK < chunk.length ? chunk.with(index % CHUNK, item) : chunk);
    return { ...list, chunks };
}
/** All items that were not dropped. */
function itemsOf({ chunks }) {
    return chunks.flat();
}


/***/ }),

/***/ 275:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   KG: () => (/* binding */ asSentence),
/* harmony export */   Uk: () => (/* binding */ shownAddress),
/* harmony export */   bD: () => (/* binding */ messageOf),
/* harmony export */   hS: () => (/* binding */ counted),
/* harmony export */   oR: () => (/* binding */ joined),
/* harmony export */   p0: () => (/* binding */ duration),
/* harmony export */   zD: () => (/* binding */ grouped)
/* harmony export */ });
/** Shared formatting of counts, durations, joined parts and error messages. */
/** A duration in short form: `8s`, `4m 05s`, `1h 02m`. */
function duration(ms) {
    const seconds = Math.max(0, Math.round(ms / 1000));
    const two = (value) => String(value).padStart(2, '0');
    if (seconds < 60)
        return `${seconds}s`;
    if (seconds < 3600)
        return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
    return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}
/** A count with its noun: `1 step`, `2 steps`. */
function counted(count, noun, plural = `${noun}s`) {
    return `${count} ${count === 1 ? noun : plural}`;
}
/** Joins the non-empty parts, as paragraphs by default. */
function joined(parts, separator = '\n\n') {
    return parts.filter((part) => part !== '').join(separator);
}
/** Adds a full stop unless the text ends with one, also before a closing quotation mark: it may quote a sentence of others. */
function asSentence(text) {
    return /[.!?]"?$/.test(text) ? text : `${text}.`;
}
/** The message of an error, or any other thrown value as text. It may contain untrusted text. */
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
/**
 * The run's web address for use in a message, or null unless it is an https URL on one line. Links need the stricter `safeHttpsUrl` of the
 * sanitizer. Callers still sanitize the message for its destination.
 */
function shownAddress(webUrl) {
    return webUrl !== null && /^https:\/\/[^\s\p{Cc}\p{Cf}]{1,2000}$/iu.test(webUrl) ? webUrl : null;
}
/** Groups digits by thousands: `5,500`, or `5,500 steps` for a text with one number. Unlike `toLocaleString`, loads no locale data. */
function grouped(value) {
    return String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}


/***/ }),

/***/ 9176:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ integerOf)
/* harmony export */ });
/** Parses decimal digits as an integer. Returns NaN for anything else and for numbers that a double cannot represent exactly. */
function integerOf(digits) {
    const value = /^\d{1,16}$/.test(digits) ? Number(digits) : NaN;
    return Number.isSafeInteger(value) ? value : NaN;
}


/***/ }),

/***/ 618:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   UO: () => (/* binding */ isWithin),
/* harmony export */   qF: () => (/* binding */ parseJson),
/* harmony export */   u4: () => (/* binding */ isRecord)
/* harmony export */ });
/** JSON parsing and writing that preserves numbers beyond the precision of JavaScript. */
/** Matches a number in a value position whose digits or exponent may exceed a double. */
const LONG_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE]\+?\d{3})/;
/** Maximum UTF-16 length for the slow path, which calls a function per value. A signal must be handled within two seconds. */
const SLOW_MAX = 4_000_000;
/**
 * Parses JSON. Numbers that a double cannot represent are kept as raw JSON, so `logs_file` contains entries as received. In a very large
 * text, or one nested thousands of levels deep, they become the nearest double.
 *
 * @throws SyntaxError if the text is not JSON
 */
function parseJson(text) {
    const rawJson = JSON.rawJSON;
    if (rawJson === undefined || text.length > SLOW_MAX || !LONG_NUMBER.test(text))
        return JSON.parse(text);
    const keep = (_key, value, context) => typeof value === 'number' &&
        context?.source !== undefined &&
        (context.source.length >= 16 || !Number.isFinite(value)) &&
        String(value) !== context.source
        ? rawJson(context.source)
        : value;
    try {
        return JSON.parse(text, keep);
    }
    catch (error) {
        // JSON.parse recurses if it has a reviver. Without one it accepts any depth.
        if (error instanceof RangeError)
            return JSON.parse(text);
        throw error;
    }
}
/** Whether a value is a JSON object (not null and not an array). */
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** Whether a JSON value has at most that many values, in at most that many levels. */
function isWithin(most, value) {
    let values = 0;
    const fits = (node, level) => {
        values += 1;
        if (values > most.values || level > most.levels)
            return false;
        return typeof node !== 'object' || node === null || Object.values(node).every((child) => fits(child, level + 1));
    };
    return fits(value, 1);
}


/***/ }),

/***/ 595:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ add),
/* harmony export */   s: () => (/* binding */ take)
/* harmony export */ });
function add(bag, item) {
    bag.set(item, (bag.get(item) ?? 0) + 1);
}
/** Removes one occurrence of an item. Returns false if there is none. */
function take(bag, item) {
    const times = bag.get(item) ?? 0;
    if (times > 0)
        bag.set(item, times - 1);
    return times > 0;
}


/***/ }),

/***/ 7656:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ escapePattern)
/* harmony export */ });
/** Escapes text for use in a regular expression with any flags. */
function escapePattern(text) {
    return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}


/***/ }),

/***/ 1121:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   EV: () => (/* binding */ commentKeyOf),
/* harmony export */   _8: () => (/* binding */ MARKER_START),
/* harmony export */   _M: () => (/* binding */ isOwnComment)
/* harmony export */ });
/** The start of the hidden marker (see `marker.ts`). */
const MARKER_START = '<!-- agent-run-action:';
/**
 * Whether a comment looks like this action's own and must not trigger it (contract 6.1). Any marker counts, whatever its
 * signature: other workflows sign with other tokens, and a person who adds one only prevents that comment from
 * triggering.
 */
function isOwnComment(body) {
    return body.includes(MARKER_START);
}
/** `comment_key`; defaults to a key that distinguishes this job from the others in the workflow. */
function commentKeyOf(inputs, event) {
    return inputs.commentKey ?? `${event.workflow}/${event.job}/${inputs.siblingIndex}`;
}


/***/ }),

/***/ 6684:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Bk: () => (/* binding */ readPatiently),
/* harmony export */   TN: () => (/* binding */ TurnTaken),
/* harmony export */   Xz: () => (/* binding */ ThreadUnavailable)
/* harmony export */ });
/* harmony import */ var _github_port_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2125);
/* harmony import */ var _github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3758);
/* harmony import */ var _shared_format_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(275);



/** How long to retry before the step ends with `thread_unavailable` (contract 7.2). */
const PATIENCE_MS = 120_000;
/** The thread cannot be read for now, so a new run might be a second one. The message is for users. */
class ThreadUnavailable extends Error {
    name = 'ThreadUnavailable';
}
/** Another job of the thread has taken over this step's comments, and nothing was sent. The message is for users. */
class TurnTaken extends Error {
    name = 'TurnTaken';
}
/** Returns the result of `read`, or null with a warning if the token may not read the thread. @throws ThreadUnavailable */
async function readPatiently(read, { github, clock, stop, deadline, warn }) {
    const budgetMs = Math.min(PATIENCE_MS, deadline - clock.now());
    try {
        return await (0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .waitOut */ .ak)(() => read(github), { clock, signal: stop, budgetMs, passes: _github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .isPassing */ .WG });
    }
    catch (error) {
        stop.throwIfAborted();
        if (error instanceof _github_port_js__WEBPACK_IMPORTED_MODULE_0__/* .GitHubError */ .y_ && (0,_github_wait_out_js__WEBPACK_IMPORTED_MODULE_1__/* .isPassing */ .WG)(error))
            throw new ThreadUnavailable(unavailable(error), { cause: error });
        warn(`The comments of this thread could not be read, so it is not known whether it records a run; a new run is created. GitHub said: ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error)}. The job needs \`permissions: issues: write\` (\`pull-requests: write\` on pull requests).`);
        return null;
    }
}
function unavailable({ status, message, retryAfterMs }) {
    const said = status === null ? message : `HTTP ${status}: ${message}`;
    const when = retryAfterMs === null ? '' : ` It asks to wait for ${(0,_shared_format_js__WEBPACK_IMPORTED_MODULE_2__/* .duration */ .p0)(retryAfterMs)}.`;
    return `The comments of this thread could not be read from GitHub for now (${said}), so it is not known whether it records a run.${when} Nothing was sent to the service, since a new run could be a second one. Run this again later, or give the run in \`agent_run_id\`.`;
}


/***/ }),

/***/ 8234:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

"use strict";
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ nodeTooOld),
/* harmony export */   x: () => (/* binding */ VERSION)
/* harmony export */ });
/** The version of this action, as in package.json (a test checks that they are equal). */
const VERSION = '1.0.0';
/** The oldest major version of Node that can run this code. `action.yml` requests 24. */
const OLDEST_NODE = 22;
/** Why the action cannot run with this version of Node (such as `22.1.0`), or null if it can. */
function nodeTooOld(version) {
    return Number.parseInt(version, 10) >= OLDEST_NODE
        ? null
        : `This is Node ${version}, and the action needs Node ${OLDEST_NODE} or later. Runners bring Node 24 for it; by hand, start it with a newer one (\`npm exec -- node dist/index.js\` in a clone).`;
}


/***/ }),

/***/ 1916:
/***/ ((__unused_webpack_module, exports) => {

"use strict";
var __webpack_unused_export__;

__webpack_unused_export__ = true;
exports.Io = __webpack_unused_export__ = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
exports.Io = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
__webpack_unused_export__ = closest;


/***/ }),

/***/ 2613:
/***/ ((module) => {

"use strict";
module.exports = require("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

"use strict";
module.exports = require("buffer");

/***/ }),

/***/ 4434:
/***/ ((module) => {

"use strict";
module.exports = require("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

"use strict";
module.exports = require("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

"use strict";
module.exports = require("http");

/***/ }),

/***/ 3311:
/***/ ((module) => {

"use strict";
module.exports = require("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

"use strict";
module.exports = require("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

"use strict";
module.exports = require("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

"use strict";
module.exports = require("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

"use strict";
module.exports = require("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

"use strict";
module.exports = require("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

"use strict";
module.exports = require("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

"use strict";
module.exports = require("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

"use strict";
module.exports = require("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

"use strict";
module.exports = require("node:events");

/***/ }),

/***/ 3024:
/***/ ((module) => {

"use strict";
module.exports = require("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

"use strict";
module.exports = require("node:fs/promises");

/***/ }),

/***/ 7067:
/***/ ((module) => {

"use strict";
module.exports = require("node:http");

/***/ }),

/***/ 7030:
/***/ ((module) => {

"use strict";
module.exports = require("node:net");

/***/ }),

/***/ 6760:
/***/ ((module) => {

"use strict";
module.exports = require("node:path");

/***/ }),

/***/ 643:
/***/ ((module) => {

"use strict";
module.exports = require("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

"use strict";
module.exports = require("node:querystring");

/***/ }),

/***/ 99:
/***/ ((module) => {

"use strict";
module.exports = require("node:sqlite");

/***/ }),

/***/ 7075:
/***/ ((module) => {

"use strict";
module.exports = require("node:stream");

/***/ }),

/***/ 7997:
/***/ ((module) => {

"use strict";
module.exports = require("node:timers");

/***/ }),

/***/ 1692:
/***/ ((module) => {

"use strict";
module.exports = require("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

"use strict";
module.exports = require("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

"use strict";
module.exports = require("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

"use strict";
module.exports = require("node:util/types");

/***/ }),

/***/ 8877:
/***/ ((module) => {

"use strict";
module.exports = require("node:v8");

/***/ }),

/***/ 714:
/***/ ((module) => {

"use strict";
module.exports = require("node:vm");

/***/ }),

/***/ 5919:
/***/ ((module) => {

"use strict";
module.exports = require("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

"use strict";
module.exports = require("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

"use strict";
module.exports = require("os");

/***/ }),

/***/ 8551:
/***/ ((module) => {

"use strict";
module.exports = require("process");

/***/ }),

/***/ 4756:
/***/ ((module) => {

"use strict";
module.exports = require("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

"use strict";
module.exports = require("util");

/***/ })

/******/ 	});
/************************************************************************/
/******/ 	// The module cache
/******/ 	var __webpack_module_cache__ = {};
/******/ 	
/******/ 	// The require function
/******/ 	function __nccwpck_require__(moduleId) {
/******/ 		// Check if module is in cache
/******/ 		var cachedModule = __webpack_module_cache__[moduleId];
/******/ 		if (cachedModule !== undefined) {
/******/ 			return cachedModule.exports;
/******/ 		}
/******/ 		// Create a new module (and put it into the cache)
/******/ 		var module = __webpack_module_cache__[moduleId] = {
/******/ 			id: moduleId,
/******/ 			loaded: false,
/******/ 			exports: {}
/******/ 		};
/******/ 	
/******/ 		// Execute the module function
/******/ 		var threw = true;
/******/ 		try {
/******/ 			__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 			threw = false;
/******/ 		} finally {
/******/ 			if(threw) delete __webpack_module_cache__[moduleId];
/******/ 		}
/******/ 	
/******/ 		// Flag the module as loaded
/******/ 		module.loaded = true;
/******/ 	
/******/ 		// Return the exports of the module
/******/ 		return module.exports;
/******/ 	}
/******/ 	
/******/ 	// expose the modules object (__webpack_modules__)
/******/ 	__nccwpck_require__.m = __webpack_modules__;
/******/ 	
/************************************************************************/
/******/ 	/* webpack/runtime/asset-relocator-loader */
/******/ 	if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = __dirname + "/";
/******/ 	
/******/ 	/* webpack/runtime/compat get default export */
/******/ 	(() => {
/******/ 		// getDefaultExport function for compatibility with non-harmony modules
/******/ 		__nccwpck_require__.n = (module) => {
/******/ 			var getter = module && module.__esModule ?
/******/ 				() => (module['default']) :
/******/ 				() => (module);
/******/ 			__nccwpck_require__.d(getter, { a: getter });
/******/ 			return getter;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/create fake namespace object */
/******/ 	(() => {
/******/ 		var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 		var leafPrototypes;
/******/ 		// create a fake namespace object
/******/ 		// mode & 1: value is a module id, require it
/******/ 		// mode & 2: merge all properties of value into the ns
/******/ 		// mode & 4: return value when already ns object
/******/ 		// mode & 16: return value when it's Promise-like
/******/ 		// mode & 8|1: behave like require
/******/ 		__nccwpck_require__.t = function(value, mode) {
/******/ 			if(mode & 1) value = this(value);
/******/ 			if(mode & 8) return value;
/******/ 			if(typeof value === 'object' && value) {
/******/ 				if((mode & 4) && value.__esModule) return value;
/******/ 				if((mode & 16) && typeof value.then === 'function') return value;
/******/ 			}
/******/ 			var ns = Object.create(null);
/******/ 			__nccwpck_require__.r(ns);
/******/ 			var def = {};
/******/ 			leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 			for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 				Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 			}
/******/ 			def['default'] = () => (value);
/******/ 			__nccwpck_require__.d(ns, def);
/******/ 			return ns;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/define property getters */
/******/ 	(() => {
/******/ 		// define getter functions for harmony exports
/******/ 		__nccwpck_require__.d = (exports, definition) => {
/******/ 			for(var key in definition) {
/******/ 				if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 					Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 				}
/******/ 			}
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/ensure chunk */
/******/ 	(() => {
/******/ 		__nccwpck_require__.f = {};
/******/ 		// This file contains only the entry chunk.
/******/ 		// The chunk loading function for additional chunks
/******/ 		__nccwpck_require__.e = (chunkId) => {
/******/ 			return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 				__nccwpck_require__.f[key](chunkId, promises);
/******/ 				return promises;
/******/ 			}, []));
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/get javascript chunk filename */
/******/ 	(() => {
/******/ 		// This function allow to reference async chunks
/******/ 		__nccwpck_require__.u = (chunkId) => {
/******/ 			// return url for filenames based on template
/******/ 			return "" + chunkId + ".index.js";
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/hasOwnProperty shorthand */
/******/ 	(() => {
/******/ 		__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/make namespace object */
/******/ 	(() => {
/******/ 		// define __esModule on exports
/******/ 		__nccwpck_require__.r = (exports) => {
/******/ 			if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 				Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 			}
/******/ 			Object.defineProperty(exports, '__esModule', { value: true });
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/node module decorator */
/******/ 	(() => {
/******/ 		__nccwpck_require__.nmd = (module) => {
/******/ 			module.paths = [];
/******/ 			if (!module.children) module.children = [];
/******/ 			return module;
/******/ 		};
/******/ 	})();
/******/ 	
/******/ 	/* webpack/runtime/require chunk loading */
/******/ 	(() => {
/******/ 		// no baseURI
/******/ 		
/******/ 		// object to store loaded chunks
/******/ 		// "1" means "loaded", otherwise not loaded yet
/******/ 		var installedChunks = {
/******/ 			792: 1
/******/ 		};
/******/ 		
/******/ 		// no on chunks loaded
/******/ 		
/******/ 		var installChunk = (chunk) => {
/******/ 			var moreModules = chunk.modules, chunkIds = chunk.ids, runtime = chunk.runtime;
/******/ 			for(var moduleId in moreModules) {
/******/ 				if(__nccwpck_require__.o(moreModules, moduleId)) {
/******/ 					__nccwpck_require__.m[moduleId] = moreModules[moduleId];
/******/ 				}
/******/ 			}
/******/ 			if(runtime) runtime(__nccwpck_require__);
/******/ 			for(var i = 0; i < chunkIds.length; i++)
/******/ 				installedChunks[chunkIds[i]] = 1;
/******/ 		
/******/ 		};
/******/ 		
/******/ 		// require() chunk loading for javascript
/******/ 		__nccwpck_require__.f.require = (chunkId, promises) => {
/******/ 			// "1" is the signal for "already loaded"
/******/ 			if(!installedChunks[chunkId]) {
/******/ 				if(true) { // all chunks have JS
/******/ 					installChunk(require("./" + __nccwpck_require__.u(chunkId)));
/******/ 				} else installedChunks[chunkId] = 1;
/******/ 			}
/******/ 		};
/******/ 		
/******/ 		// no external install chunk
/******/ 		
/******/ 		// no HMR
/******/ 		
/******/ 		// no HMR manifest
/******/ 	})();
/******/ 	
/************************************************************************/
var __webpack_exports__ = {};
// This entry need to be wrapped in an IIFE because it need to be in strict mode.
(() => {
"use strict";

// NAMESPACE OBJECT: ./build/node_modules/@actions/core/lib/platform.js
var platform_namespaceObject = {};
__nccwpck_require__.r(platform_namespaceObject);
__nccwpck_require__.d(platform_namespaceObject, {
  arch: () => (arch),
  getDetails: () => (getDetails),
  isLinux: () => (isLinux),
  isMacOS: () => (isMacOS),
  isWindows: () => (isWindows),
  platform: () => (platform)
});

// NAMESPACE OBJECT: ./build/node_modules/@actions/core/lib/core.js
var core_namespaceObject = {};
__nccwpck_require__.r(core_namespaceObject);
__nccwpck_require__.d(core_namespaceObject, {
  ExitCode: () => (ExitCode),
  addPath: () => (addPath),
  debug: () => (debug),
  endGroup: () => (endGroup),
  error: () => (core_error),
  exportVariable: () => (exportVariable),
  getBooleanInput: () => (getBooleanInput),
  getIDToken: () => (getIDToken),
  getInput: () => (getInput),
  getMultilineInput: () => (getMultilineInput),
  getState: () => (getState),
  group: () => (group),
  info: () => (info),
  isDebug: () => (isDebug),
  markdownSummary: () => (markdownSummary),
  notice: () => (notice),
  platform: () => (platform_namespaceObject),
  saveState: () => (saveState),
  setCommandEcho: () => (setCommandEcho),
  setFailed: () => (setFailed),
  setOutput: () => (setOutput),
  setSecret: () => (setSecret),
  startGroup: () => (startGroup),
  summary: () => (summary),
  toPlatformPath: () => (toPlatformPath),
  toPosixPath: () => (toPosixPath),
  toWin32Path: () => (toWin32Path),
  warning: () => (warning)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = require("node:os");
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __nccwpck_require__(6760);
// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function issue(name, message = '') {
    issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map
;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = require("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(9896);
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${toCommandValue(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = toCommandValue(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = require("path");
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/node_modules/@actions/http-client/lib/index.js
// What @actions/core gets in the bundle instead of @actions/http-client: it needs that only for OIDC tokens, which this
// action never asks for, and the real one brings a whole HTTP client to every start (docs/decisions/start-up.md).
function HttpClient() {
  throw new Error('OIDC is not part of this bundle');
}

;// CONCATENATED MODULE: ./build/node_modules/@actions/core/node_modules/@actions/http-client/lib/auth.js
// See index.js.
function BearerCredentialHandler() {
  throw new Error('OIDC is not part of this bundle');
}

;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/oidc-utils.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



class OidcClient {
    static createHttpClient(allowRetry = true, maxRetry = 10) {
        const requestOptions = {
            allowRetries: allowRetry,
            maxRetries: maxRetry
        };
        return new HttpClient('actions/oidc-client', [new BearerCredentialHandler(OidcClient.getRequestToken())], requestOptions);
    }
    static getRequestToken() {
        const token = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
        if (!token) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable');
        }
        return token;
    }
    static getIDTokenUrl() {
        const runtimeUrl = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
        if (!runtimeUrl) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
        }
        return runtimeUrl;
    }
    static getCall(id_token_url) {
        return __awaiter(this, void 0, void 0, function* () {
            var _a;
            const httpclient = OidcClient.createHttpClient();
            const res = yield httpclient
                .getJson(id_token_url)
                .catch(error => {
                throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`);
            });
            const id_token = (_a = res.result) === null || _a === void 0 ? void 0 : _a.value;
            if (!id_token) {
                throw new Error('Response json body do not have ID Token field');
            }
            return id_token;
        });
    }
    static getIDToken(audience) {
        return __awaiter(this, void 0, void 0, function* () {
            try {
                // New ID Token is requested from action service
                let id_token_url = OidcClient.getIDTokenUrl();
                if (audience) {
                    const encodedAudience = encodeURIComponent(audience);
                    id_token_url = `${id_token_url}&audience=${encodedAudience}`;
                }
                debug(`ID token url is ${id_token_url}`);
                const id_token = yield OidcClient.getCall(id_token_url);
                setSecret(id_token);
                return id_token;
            }
            catch (error) {
                throw new Error(`Error message: ${error.message}`);
            }
        });
    }
}
//# sourceMappingURL=oidc-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/summary.js
// What @actions/core gets in the bundle instead of its own job summary: the host appends to the file by itself.
const summary = undefined;
const markdownSummary = undefined;

;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/path-utils.js

/**
 * toPosixPath converts the given path to the posix form. On Windows, \\ will be
 * replaced with /.
 *
 * @param pth. Path to transform.
 * @return string Posix path.
 */
function toPosixPath(pth) {
    return pth.replace(/[\\]/g, '/');
}
/**
 * toWin32Path converts the given path to the win32 form. On Linux, / will be
 * replaced with \\.
 *
 * @param pth. Path to transform.
 * @return string Win32 path.
 */
function toWin32Path(pth) {
    return pth.replace(/[/]/g, '\\');
}
/**
 * toPlatformPath converts the given path to a platform-specific path. It does
 * this by replacing instances of / and \ with the platform-specific path
 * separator.
 *
 * @param pth The path to platformize.
 * @return string The platform-specific path.
 */
function toPlatformPath(pth) {
    return pth.replace(/[/\\]/g, external_path_namespaceObject.sep);
}
//# sourceMappingURL=path-utils.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/node_modules/@actions/exec/lib/index.js
// What @actions/core gets in the bundle instead of @actions/exec: it needs that only to name the operating system, which
// nobody asks for, and the real one brings @actions/io and child processes to every start.
function getExecOutput() {
  throw new Error('running programs is not part of this bundle');
}

;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/platform.js
var platform_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const getWindowsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout: version } = yield getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Version"', undefined, {
        silent: true
    });
    const { stdout: name } = yield getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Caption"', undefined, {
        silent: true
    });
    return {
        name: name.trim(),
        version: version.trim()
    };
});
const getMacOsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    var _a, _b, _c, _d;
    const { stdout } = yield getExecOutput('sw_vers', undefined, {
        silent: true
    });
    const version = (_b = (_a = stdout.match(/ProductVersion:\s*(.+)/)) === null || _a === void 0 ? void 0 : _a[1]) !== null && _b !== void 0 ? _b : '';
    const name = (_d = (_c = stdout.match(/ProductName:\s*(.+)/)) === null || _c === void 0 ? void 0 : _c[1]) !== null && _d !== void 0 ? _d : '';
    return {
        name,
        version
    };
});
const getLinuxInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout } = yield getExecOutput('lsb_release', ['-i', '-r', '-s'], {
        silent: true
    });
    const [name, version] = stdout.trim().split('\n');
    return {
        name,
        version
    };
});
const platform = external_os_.platform();
const arch = external_os_.arch();
const isWindows = platform === 'win32';
const isMacOS = platform === 'darwin';
const isLinux = platform === 'linux';
function getDetails() {
    return platform_awaiter(this, void 0, void 0, function* () {
        return Object.assign(Object.assign({}, (yield (isWindows
            ? getWindowsInfo()
            : isMacOS
                ? getMacOsInfo()
                : getLinuxInfo()))), { platform,
            arch,
            isWindows,
            isMacOS,
            isLinux });
    });
}
//# sourceMappingURL=platform.js.map
;// CONCATENATED MODULE: ./build/node_modules/@actions/core/lib/core.js
var core_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function setSecret(secret) {
    issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${external_path_namespaceObject.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return issueFileCommand('OUTPUT', prepareKeyValueMessage(name, value));
    }
    process.stdout.write(external_os_.EOL);
    issueCommand('set-output', { name }, toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    core_error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function debug(message) {
    issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function core_error(message, properties = {}) {
    issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return core_awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return issueFileCommand('STATE', prepareKeyValueMessage(name, value));
    }
    issueCommand('save-state', { name }, toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return core_awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

//# sourceMappingURL=core.js.map
;// CONCATENATED MODULE: external "node:process"
const external_node_process_namespaceObject = require("node:process");
;// CONCATENATED MODULE: ./build/src/runner/clock.js
/** The real clock. */

/** Node's timers are limited to 32 bits, so longer waits use several. */
const LONGEST_MS = 2 ** 31 - 1;
/** Monotonic time in milliseconds. `performance` would return the same but takes more than a millisecond to load. */
function now() {
    const [seconds, nanoseconds] = (0,external_node_process_namespaceObject.hrtime)();
    return seconds * 1000 + nanoseconds / 1e6;
}
const realClock = {
    now,
    wall: () => Date.now(),
    async sleep(ms, signal) {
        const until = now() + ms;
        // A sleep of 0 lets the event loop run once.
        let left = ms;
        do
            await pause(Math.min(left, LONGEST_MS), signal);
        while ((left = until - now()) > 0);
        signal?.throwIfAborted();
    },
};
function pause(ms, signal = new AbortController().signal) {
    return new Promise((resolve, reject) => {
        if (signal.aborted) {
            reject(reasonOf(signal));
            return;
        }
        const timer = setTimeout(done, Math.max(0, Math.ceil(ms)));
        const aborted = () => {
            clearTimeout(timer);
            reject(reasonOf(signal));
        };
        function done() {
            signal.removeEventListener('abort', aborted);
            resolve();
        }
        signal.addEventListener('abort', aborted, { once: true });
    });
}
function reasonOf(signal) {
    return signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason });
}

// EXTERNAL MODULE: ./build/src/runner/careful-open.js
var careful_open = __nccwpck_require__(626);
;// CONCATENATED MODULE: ./build/src/runner/large-files.js
/** Processes large files in pieces: reads lines, indexes line ends, and assembles files from parts. */


const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = external_node_fs_.constants;
const LINE_FEED = 0x0a;
const LINES_BYTES = 64 * 1024;
const BUFFER_BYTES = 1024 * 1024;
/**
 * Not `node:readline`, which also splits at `\r`, U+2028 and U+2029. These may occur inside a JSON string. Each line is decoded by itself, so
 * that none keeps the text around it in memory.
 */
async function* linesOf(path) {
    const file = await external_node_fs_.promises.open(path, O_RDONLY | careful_open/* CAREFUL */.Rp);
    try {
        if (!(await file.stat()).isFile())
            throw (0,careful_open/* notRegular */.oQ)(path);
        let buffer = Buffer.allocUnsafeSlow(LINES_BYTES);
        let begun = 0;
        for (;;) {
            const { bytesRead } = await file.read(buffer, begun, buffer.length - begun);
            const filled = buffer.subarray(0, begun + bytesRead);
            let from = 0;
            for (let at = filled.indexOf(LINE_FEED, begun); at !== -1; at = filled.indexOf(LINE_FEED, from)) {
                yield filled.toString('utf8', from, at);
                from = at + 1;
            }
            begun = filled.length - from;
            if (bytesRead === 0) {
                if (begun > 0)
                    yield filled.toString('utf8', from);
                return;
            }
            const next = begun > buffer.length / 2 ? Buffer.allocUnsafeSlow(buffer.length * 2) : buffer;
            filled.copy(next, 0, from);
            buffer = next;
        }
    }
    finally {
        await file.close();
    }
}
async function lineEnds(path) {
    const ends = [];
    const file = await external_node_fs_.promises.open(path, O_RDONLY | careful_open/* CAREFUL */.Rp);
    try {
        const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
        for (let done = 0;;) {
            const { bytesRead } = await file.read(buffer, 0, BUFFER_BYTES, done);
            if (bytesRead === 0)
                return ends;
            const piece = buffer.subarray(0, bytesRead);
            for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1))
                ends.push(done + at + 1);
            done += bytesRead;
        }
    }
    finally {
        await file.close();
    }
}
/** Merges adjacent parts of a file. */
function* joined(parts) {
    let last = null;
    for (const part of parts) {
        const goesOn = last !== null &&
            typeof last !== 'string' &&
            typeof part !== 'string' &&
            last.path === part.path &&
            last.to === part.from;
        if (goesOn)
            last = { ...last, to: part.to };
        else {
            if (last !== null)
                yield last;
            last = part;
        }
    }
    if (last !== null)
        yield last;
}
/** Reads small pieces synchronously, which is fast, and writes large ones asynchronously, which lets the event loop run. */
async function assemble(path, parts) {
    const made = `${path}.new`;
    if ((0,external_node_fs_.lstatSync)(made, { throwIfNoEntry: false })?.isFile() === true)
        (0,external_node_fs_.rmSync)(made);
    const sources = new Map();
    const target = await external_node_fs_.promises.open(made, O_WRONLY | O_CREAT | O_EXCL | careful_open/* CAREFUL */.Rp);
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
    let filled = 0;
    const flush = async () => {
        for (let written = 0; written < filled;)
            written += (await target.write(buffer, written, filled - written)).bytesWritten;
        filled = 0;
    };
    try {
        for (const part of joined(parts)) {
            if (typeof part === 'string') {
                await flush();
                await target.write(part);
                continue;
            }
            const source = sources.get(part.path) ?? (0,external_node_fs_.openSync)(part.path, O_RDONLY | careful_open/* CAREFUL */.Rp);
            sources.set(part.path, source);
            for (let at = part.from; at < part.to;) {
                const read = (0,external_node_fs_.readSync)(source, buffer, filled, Math.min(BUFFER_BYTES - filled, part.to - at), at);
                if (read === 0)
                    throw new Error(`${part.path} is shorter than it was`);
                at += read;
                filled += read;
                if (filled === BUFFER_BYTES)
                    await flush();
            }
        }
        await flush();
    }
    finally {
        await target.close();
        for (const source of sources.values())
            (0,external_node_fs_.closeSync)(source);
    }
    (0,external_node_fs_.renameSync)(made, path);
}

;// CONCATENATED MODULE: ./build/src/runner/files.js
/** The real file system. Writes are synchronous, so received data is on disk even if the process is killed immediately afterwards. */




const { O_APPEND, O_CREAT: files_O_CREAT, O_EXCL: files_O_EXCL, O_RDONLY: files_O_RDONLY, O_WRONLY: files_O_WRONLY } = external_node_fs_.constants;
/** Also null if nothing can exist at the path: below a file (ENOTDIR), with a name that is too long, or in an inaccessible folder. */
function statsOf(read, path) {
    try {
        return read(path, { throwIfNoEntry: false }) ?? null;
    }
    catch {
        return null;
    }
}
function kind(path) {
    const stats = statsOf(external_node_fs_.statSync, path);
    if (stats === null)
        return null;
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : null;
}
/** Maximum size of a text file: larger than any response of the service, far smaller than memory. */
const READ_CAP_BYTES = 64 * 1024 * 1024;
function readText(path) {
    return (0,careful_open/* withFile */.D4)(path, files_O_RDONLY, (descriptor, { size }) => {
        if (size > READ_CAP_BYTES)
            throw new RangeError(`${path} is larger than ${READ_CAP_BYTES} bytes`);
        return new TextDecoder('utf-8', { fatal: true }).decode((0,external_node_fs_.readFileSync)(descriptor));
    });
}
function readBytes(path, most) {
    return (0,careful_open/* withFile */.D4)(path, files_O_RDONLY, (descriptor, { size }) => {
        if (size > most)
            throw new RangeError(`${path} is larger than ${most} bytes`);
        return (0,external_node_fs_.readFileSync)(descriptor);
    });
}
function src_head(path, length) {
    return (0,careful_open/* withFile */.D4)(path, files_O_RDONLY, (descriptor, { size }) => {
        const bytes = Buffer.alloc(length);
        return { bytes: bytes.subarray(0, (0,external_node_fs_.readSync)(descriptor, bytes)), size };
    });
}
function matching(pattern, folder) {
    const found = (0,external_node_fs_.globSync)(pattern, { cwd: folder, exclude: (name) => name === '.git' });
    return found.map((path) => (0,external_node_path_.resolve)(folder, path)).sort();
}
/** Replaces the file instead of overwriting it, so that another hard link to the old file keeps its content. */
function replace(path, text) {
    const old = (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false });
    if (old !== undefined) {
        if (!old.isFile())
            throw (0,careful_open/* notRegular */.oQ)(path);
        (0,external_node_fs_.rmSync)(path);
    }
    (0,careful_open/* withFile */.D4)(path, files_O_WRONLY | files_O_CREAT | files_O_EXCL, (descriptor) => (0,external_node_fs_.writeFileSync)(descriptor, text));
}
const realFiles = {
    realPath(path) {
        try {
            return external_node_fs_.realpathSync.native(path);
        }
        catch {
            return null;
        }
    },
    isLink: (path) => statsOf(external_node_fs_.lstatSync, path)?.isSymbolicLink() === true,
    isFile: (path) => kind(path) === 'file',
    isDirectory: (path) => kind(path) === 'directory',
    readText,
    readBytes,
    head: src_head,
    matching,
    makeDirectory: (path) => void (0,external_node_fs_.mkdirSync)(path, { recursive: true }),
    write: replace,
    append: (path, text) => (0,careful_open/* withFile */.D4)(path, files_O_WRONLY | O_APPEND | files_O_CREAT, (descriptor) => (0,external_node_fs_.writeFileSync)(descriptor, text)),
    remove(path) {
        if ((0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false })?.isFile() === true)
            (0,external_node_fs_.rmSync)(path);
    },
    rename: (from, to) => (0,external_node_fs_.renameSync)(from, to),
    lineEnds: lineEnds,
    assemble: assemble,
    lines: linesOf,
};

;// CONCATENATED MODULE: ./build/src/runner/heap.js
/** Size in bytes from which the young generation no longer grows. V8 would let it grow to 128 MB. */
const YOUNG_MAX = 8 * 1024 * 1024;
const NO_MORE_GROWTH = '--semi-space-growth-factor=1';
/** Collects the old generation when it is half as large again as what was in use, instead of up to four times as large. */
const HALF_AS_LARGE = '--heap-growing-percent=50';
/** Wraps a port so that the heap is checked after each response, which is the main source of garbage. */
function boundingHeap(http, { fleet, control = () => Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8877, 23)) }) {
    let isBound = false;
    let v8;
    const bound = async () => {
        if (v8 === undefined) {
            v8 = await control();
            if (fleet)
                v8.setFlagsFromString(HALF_AS_LARGE);
        }
        const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
        if (isBound || young === undefined || young.space_size < YOUNG_MAX)
            return;
        v8.setFlagsFromString(NO_MORE_GROWTH);
        isBound = true;
    };
    return {
        reached: () => http.reached(),
        close: () => http.close(),
        send: async (request, signal) => {
            const answer = await http.send(request, signal);
            // A response must not be lost because the memory could not be bounded.
            if (!isBound)
                await bound().catch(() => undefined);
            return answer;
        },
    };
}

// EXTERNAL MODULE: ./build/src/runner/host.js
var runner_host = __nccwpck_require__(2191);
// EXTERNAL MODULE: ./build/src/runner/signals.js
var signals = __nccwpck_require__(8788);
// EXTERNAL MODULE: ./build/src/thread-comment/identity.js
var identity = __nccwpck_require__(1121);
// EXTERNAL MODULE: ./build/src/github/event.js
var github_event = __nccwpck_require__(7736);
// EXTERNAL MODULE: ./build/src/github/permissions.js + 1 modules
var permissions = __nccwpck_require__(8158);
// EXTERNAL MODULE: ./build/src/inputs/reader.js
var reader = __nccwpck_require__(8279);
// EXTERNAL MODULE: ./build/src/inputs/parse.js
var parse = __nccwpck_require__(2549);
// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __nccwpck_require__(1916);
;// CONCATENATED MODULE: ./build/src/inputs/suggestions.js
/** Detects mistyped input names. The runner passes every key of `with:` as `INPUT_<NAME>`, known or not. Pure. */

const DISTANCE_MAX = 2;
/** Ignores case and separators, which are common mistakes. */
const plain = (name) => name.toLowerCase().replace(/[-_ ]/g, '');
/** Given names that are similar to an input. Other unknown names are ignored, because they may belong to another tool. */
function mistypedInputs(env, known) {
    const given = Object.keys(env)
        .filter((name) => /^INPUT_./i.test(name) && name.length < 60 && (env[name] ?? '') !== '')
        .map((name) => name.slice('INPUT_'.length).toLowerCase())
        .filter((name) => !known.includes(name));
    return given.flatMap((name) => {
        const near = known
            .map((meant) => ({ meant, edits: (0,mod/* distance */.Io)(plain(name), plain(meant)) }))
            .filter(({ meant, edits }) => edits <= Math.min(DISTANCE_MAX, Math.round(plain(meant).length / 3)))
            .sort((a, b) => a.edits - b.edits)[0];
        return near === undefined ? [] : [{ given: name, meant: near.meant }];
    });
}
/** `` `promt`: did you mean `prompt`? `` */
function suggestionText({ given, meant }) {
    return `\`${given.replace(/[^\w .-]/g, '')}\`: did you mean \`${meant}\`?`;
}

// EXTERNAL MODULE: ./build/src/inputs/table.js + 2 modules
var table = __nccwpck_require__(2714);
// EXTERNAL MODULE: ./build/src/github/wait-out.js
var wait_out = __nccwpck_require__(3758);
;// CONCATENATED MODULE: ./build/src/github/admission.js
/** Decides whether the step may run, in the order of contract 1.1: skip without token, inputs, trigger phrase, permission. */








/** How long to wait for GitHub's rate limit before access is denied (contract 6.1). */
const RATE_LIMIT_PATIENCE_MS = 60_000;
const NO_TOKEN = 'The input `token` is empty: workflows started by a pull request from a fork or by Dependabot get no secrets. Nothing was sent to the agent service.';
async function admit(ports) {
    const { event, input } = ports;
    if (input('token').trim() === '' && (0,github_event/* noSecretsHere */.jj)(event))
        return { kind: 'skip', reason: NO_TOKEN, inputs: null };
    const parsed = (0,parse/* parseInputs */.T)(ports);
    const problems = parsed.ok ? [] : [...parsed.problems];
    let schema = null;
    const schemaText = parsed.ok ? parsed.inputs.outputSchema : parsed.outputSchema;
    if (schemaText !== null) {
        // The validator is large, so it is loaded only if it is used.
        const { compileSchema } = await Promise.all(/* import() */[__nccwpck_require__.e(210), __nccwpck_require__.e(877)]).then(__nccwpck_require__.bind(__nccwpck_require__, 7877));
        const compiled = compileSchema(schemaText);
        if (compiled.ok)
            schema = compiled.schema;
        else {
            const accepted = 'a JSON Schema (2020-12) without references outside itself';
            problems.push({ name: 'output_schema', given: `a schema that ${compiled.problem}`, accepted });
        }
    }
    let tasks = null;
    if (input('tasks').trim() !== '') {
        const { readTasks } = await __nccwpck_require__.e(/* import() */ 661).then(__nccwpck_require__.bind(__nccwpck_require__, 2661));
        const read = await readTasks(ports, problems);
        tasks = read.tasks;
        problems.push(...read.problems);
    }
    const hints = mistypedInputs(ports.env, Object.keys(table/* INPUT_TABLE */.g)).map(suggestionText);
    if (!parsed.ok || problems.length > 0)
        return { kind: 'invalid', message: (0,reader/* describeProblems */.yg)(problems, hints) };
    const { inputs } = parsed;
    const { clock, signal } = ports;
    const until = clock.now() + RATE_LIMIT_PATIENCE_MS;
    const asked = (ask) => (0,wait_out/* waitOut */.ak)(async () => ask(await ports.github(inputs.githubToken)), {
        clock,
        signal,
        budgetMs: until - clock.now(),
        passes: wait_out/* isRateLimit */.a5,
    });
    const allowed = await (0,permissions/* checkPermission */.Y)(event, {
        requirePermission: inputs.requirePermission,
        allowedBots: inputs.allowedBots,
        triggerPhrase: inputs.triggerPhrase ?? '',
        usesText: inputs.context === 'event',
        ownComment: identity/* isOwnComment */._M,
        permissionOf: (login) => asked((github) => github.permissionOf(login, signal)),
        accountType: (login) => asked((github) => github.accountType(login, signal)),
    });
    // A signal during the permission check is not a denial.
    signal.throwIfAborted();
    return allowed.go ? { kind: 'go', inputs, schema, tasks, hints } : { kind: 'skip', reason: allowed.reason, inputs };
}

// EXTERNAL MODULE: ./build/src/context.js
var src_context = __nccwpck_require__(3433);
// EXTERNAL MODULE: ./build/src/github/provenance.js
var provenance = __nccwpck_require__(2529);
// EXTERNAL MODULE: ./build/src/idempotency/index.js
var idempotency = __nccwpck_require__(7148);
// EXTERNAL MODULE: ./build/src/organization/repo-input.js
var repo_input = __nccwpck_require__(1467);
// EXTERNAL MODULE: ./build/src/organization/step-client.js
var step_client = __nccwpck_require__(7254);
// EXTERNAL MODULE: ./build/src/prompt/prompt.js
var prompt_prompt = __nccwpck_require__(4483);
// EXTERNAL MODULE: ./build/src/report/view-of-step.js
var view_of_step = __nccwpck_require__(3895);
// EXTERNAL MODULE: ./build/src/runner/outputs.js + 1 modules
var outputs = __nccwpck_require__(5692);
// EXTERNAL MODULE: ./build/src/runner/saved-state.js
var saved_state = __nccwpck_require__(1870);
// EXTERNAL MODULE: ./build/src/service/client.js + 1 modules
var service_client = __nccwpck_require__(8653);
// EXTERNAL MODULE: ./build/src/session/commit-status.js
var commit_status = __nccwpck_require__(7671);
// EXTERNAL MODULE: ./build/src/session/ends.js
var ends = __nccwpck_require__(3291);
// EXTERNAL MODULE: ./build/src/session/order.js
var order = __nccwpck_require__(6437);
// EXTERNAL MODULE: ./build/src/session/reporters.js + 3 modules
var reporters = __nccwpck_require__(6944);
// EXTERNAL MODULE: ./build/src/session/session.js + 1 modules
var session_session = __nccwpck_require__(2771);
// EXTERNAL MODULE: ./build/src/session/verify.js
var verify = __nccwpck_require__(624);
// EXTERNAL MODULE: ./build/src/shared/format.js
var format = __nccwpck_require__(275);
// EXTERNAL MODULE: ./build/src/thread-comment/patience.js
var patience = __nccwpck_require__(6684);
;// CONCATENATED MODULE: ./build/src/main.js
/** The main step: inputs \u2192 may it start? \u2192 prompt \u2192 run \u2192 finish. */





















const WITHOUT_THREAD = { kind: 'open', thread: null, plan: null };
const WITHOUT_REVIEW = { kind: 'open', review: null };
/** How long `task: check` retries temporary failures. */
const CHECK_MS = 120_000;
/** Runs the step. Never rejects: every failure ends with outputs, a summary and a log line. */
async function main(given) {
    const ports = (0,src_context/* guarded */.N)(given);
    const unwritable = reasonWhyNot(() => ports.host.saveState('is_post', 'true'));
    const context = (0,src_context/* createContext */.q)({ ...ports, host: (0,runner_host/* sturdyHost */.Md)(ports.host) });
    const { clock, host, step } = context;
    const end = (ended) => step.dispatch({ type: 'ended', end: ended, at: clock.now() });
    try {
        (0,outputs/* presetOutputs */.Ce)(host, { ...step.state, view: step.view() }, context.written);
        const ended = unwritable === null ? await perform(context) : (0,ends/* failedEnd */.FA)('internal', cannotWrite(unwritable));
        if (ended !== null)
            end(ended);
    }
    catch (error) {
        end(endOfError(error, context));
    }
    if (context.finish !== null)
        await context.finish();
    else
        await (await __nccwpck_require__.e(/* import() */ 544).then(__nccwpck_require__.bind(__nccwpck_require__, 9544))).finish(context);
    context.close();
}
/** Does the work. Returns the error message, or null on success. */
function reasonWhyNot(work) {
    try {
        work();
        return null;
    }
    catch (error) {
        return (0,format/* messageOf */.bD)(error);
    }
}
function cannotWrite(reason) {
    return `The files of the runner cannot be written (${reason}). Nothing was sent to the service, because the result could not have been reported. Free disk space on the runner and run the job again.`;
}
function endOfError(error, { host, step }) {
    if (error instanceof patience/* TurnTaken */.TN)
        return (0,ends/* skippedEnd */.gr)(error.message);
    if (error instanceof patience/* ThreadUnavailable */.Xz)
        return (0,ends/* failedEnd */.FA)('thread_unavailable', error.message);
    // The stack of a bug is shown only with debug logging on.
    if (!(error instanceof signals/* Cancelled */.c) && host.debugging() && error instanceof Error)
        host.debug(error.stack ?? String(error));
    return (0,ends/* endOfCrash */.cG)(error, { runId: (0,view_of_step/* runIdOf */.SR)(step.state), webUrl: (0,view_of_step/* webUrlOf */.n6)(step.state) });
}
/** Returns the end of a step without a run of its own, or null: then the run's events, or the fleet's rows, tell it. */
async function perform(context) {
    const { host, env, files, event, clock, stop } = context;
    const admission = await admit({
        ...{ env, files, event, clock, signal: stop },
        input: (name) => host.input(name),
        github: (token) => context.github({ token, event }),
    });
    if (admission.kind === 'invalid')
        return (0,ends/* failedEnd */.FA)('invalid_input', admission.message);
    context.inputs = admission.inputs;
    if (admission.kind === 'skip')
        return (0,ends/* skippedEnd */.gr)(admission.reason);
    for (const hint of admission.hints)
        context.warn(`Unknown input ${hint} The value was ignored.`);
    const { inputs, schema, tasks } = admission;
    if (tasks !== null)
        return many(context, { inputs, schema, tasks });
    return inputs.task === 'check' ? check(context, inputs) : single(context, { inputs, schema });
}
/** Many runs instead of one (contract 13). */
async function many(context, order) {
    const { prepareFleet } = await Promise.all(/* import() */[__nccwpck_require__.e(863), __nccwpck_require__.e(351), __nccwpck_require__.e(894), __nccwpck_require__.e(655), __nccwpck_require__.e(392)]).then(__nccwpck_require__.bind(__nccwpck_require__, 1719));
    // The timeout counts for each run of its own.
    context.inputs = { ...order.inputs, timeoutMs: Infinity };
    const { event, step, startedAt } = context;
    const fleet = await prepareFleet({ ports: context, event, step, startedAt }, order);
    context.finish = () => fleet.conclude();
    await fleet.run();
    return null;
}
/** `task: check`: starts no run and writes none of a run's files. */
async function check(context, inputs) {
    const { check: checkSetup } = await __nccwpck_require__.e(/* import() */ 588).then(__nccwpck_require__.bind(__nccwpck_require__, 3588));
    context.inputs = { ...inputs, summary: false };
    const client = (0,service_client/* createClient */.U)({ ...context, ...inputs });
    const call = { signal: context.stop, deadline: context.startedAt + Math.min(CHECK_MS, inputs.timeoutMs) };
    const failure = await checkSetup({ ...context, client, inputs, summary: inputs.summary }, call);
    return failure === null ? (0,ends/* plainEnd */._u)('succeeded') : (0,ends/* failedEnd */.FA)(failure.code, failure.message);
}
/** One run: created, resumed or attached to, and followed to its end. */
async function single(context, { inputs, schema }) {
    const { event, step, host, clock, random, stop, entryStore, warn } = context;
    const deadline = context.startedAt + inputs.timeoutMs;
    const client = (0,step_client/* stepClient */.m)((0,service_client/* createClient */.U)({ ...context, ...inputs }), { ...context, inputs });
    const opened = await openTurnIfWanted(context, { inputs, client, deadline });
    if (opened.kind === 'ended')
        return opened.end;
    const { thread, plan } = opened;
    const comments = plan?.kind === 'send' ? plan.comments : null;
    const openedReview = await openReviewIfWanted(context, { inputs, deadline });
    if (openedReview.kind === 'ended')
        return openedReview.end;
    const { review } = openedReview;
    const asked = review === null ? inputs : { ...inputs, prompt: isFollowedOnly(inputs) ? null : review.prompt };
    const wanted = review?.schema ?? schema;
    const prompt = await (0,prompt_prompt/* assemblePrompt */.BR)({ inputs: asked, schema: wanted, event, marker: context.uuid(), comments });
    context.prompt = prompt;
    step.dispatch({
        type: 'asked',
        orgId: inputs.orgId,
        ...(0,provenance/* replyOf */.Me)(event, inputs),
        ...(0,provenance/* namedBy */.T)(inputs),
        ...(prompt !== null && { promptHash: (0,prompt_prompt/* promptHash */.Lc)(prompt) }),
    });
    const presumed = review === null ? null : event.repository;
    const repo = await (0,repo_input/* repoIdFor */.Z)(inputs, { ...context, client, warn, presumed }, { signal: stop, deadline });
    if (!repo.ok)
        return (0,ends/* failedEnd */.FA)(repo.failure.code, repo.failure.message);
    const exactlyOnce = await (0,idempotency/* exactlyOnceOf */.Bh)({ ...context, inputs }, () => client.published());
    const mark = (plan?.kind === 'send' ? plan.mark : null) ?? exactlyOnce?.followUpMark ?? null;
    const known = { ...inputs, repoId: repo.repoId };
    const start = plan?.kind === 'attach' ? plan : (0,order/* startOrderOf */._)(known, { prompt, recordedRun: plan?.runId ?? null, mark });
    if (start.kind === 'resume')
        (0,saved_state/* saveRunState */.iZ)(host, { mark });
    context.reporters = (0,reporters/* createReporters */.rh)({ ...context, inputs, thread });
    context.commitStatus = await (0,commit_status/* followWithStatus */.G1)(context, inputs);
    const runId = start.kind === 'create' ? null : start.runId;
    context.reporters.log.begin({ ...inputs, mode: start.kind, runId });
    const done = new AbortController();
    const lateStop = (0,signals/* lateSignal */.r)(clock, { stop, done: done.signal });
    const beforeSending = plan?.kind === 'send' ? plan.confirm : undefined;
    const session = { client, clock, random, stop, lateStop, beforeSending, entryStore };
    try {
        const order = { start, schema: wanted, exactlyOnce, inputs, deadline };
        await (0,session_session/* runSession */.I)(session, order, (runEvent) => step.dispatch(runEvent));
    }
    finally {
        done.abort();
    }
    await (0,verify/* verifyClaims */.d)({ ports: context, event, inputs, step, deadline });
    await review?.conclude();
    return null;
}
/** An existing run without a prompt: nothing is sent to it. */
const isFollowedOnly = ({ agentRunId, prompt }) => agentRunId !== null && prompt === null;
async function openTurnIfWanted(context, order) {
    const { comment, resume } = order.inputs;
    if (!comment && resume !== 'thread')
        return WITHOUT_THREAD;
    const turn = await __nccwpck_require__.e(/* import() */ 47).then(__nccwpck_require__.bind(__nccwpck_require__, 5047));
    const { event, step } = context;
    const onThread = (thread) => void (context.thread = thread);
    return turn.openTurn({ ports: context, event, step }, { ...order, onThread });
}
async function openReviewIfWanted(context, order) {
    if (order.inputs.review === 'none')
        return WITHOUT_REVIEW;
    const review = await Promise.all(/* import() */[__nccwpck_require__.e(863), __nccwpck_require__.e(395), __nccwpck_require__.e(210), __nccwpck_require__.e(351), __nccwpck_require__.e(734)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6734));
    const { event, step } = context;
    return review.openReview({ ports: context, event, step }, order);
}

;// CONCATENATED MODULE: ./build/src/service/http/error-code.js
/** Error codes of Node, OpenSSL and undici. */
/**
 * Returns the first code found on the error, on the errors it bundles (several addresses were tried) or on its causes.
 * Checks by shape, because Node's own errors belong to another realm's `Error` when this module is loaded in a VM
 * context.
 */
function errorCode(error) {
    let at = error;
    for (let depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
        if ('code' in at && typeof at.code === 'string')
            return at.code;
        // undici's parser errors do not always have a code.
        if ('name' in at && at.name === 'HTTPParserError')
            return 'HPE_INVALID';
        if ('errors' in at && Array.isArray(at.errors) && at.errors.length > 0)
            return errorCode(at.errors[0]);
        at = 'cause' in at ? at.cause : null;
    }
    return '';
}

// EXTERNAL MODULE: ./build/src/service/http/port.js
var port = __nccwpck_require__(7408);
;// CONCATENATED MODULE: ./build/src/service/http/decode.js
/** Decodes a response body to text. */


const ENCODINGS = /^(?:x-gzip|gzip|deflate|br)$/;
/** Decodes UTF-8. Decompresses first if the server compressed the body without being asked to. */
async function decode(bytes, encoding, cap) {
    const plain = await inflate(bytes, encoding?.trim().toLowerCase(), cap);
    const start = plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf ? 3 : 0;
    return plain.toString('utf8', start);
}
async function inflate(bytes, encoding, cap) {
    if (!ENCODINGS.test(encoding ?? ''))
        return bytes;
    // Loaded lazily: the action never requests compression.
    const [{ brotliDecompress, gunzip, inflate: inflateZlib }, { promisify }] = await Promise.all([
        Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8522, 23)),
        Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 7975, 23)),
    ]);
    const limit = { maxOutputLength: cap };
    try {
        // Asynchronous, because a few hundred bytes may expand to megabytes and signals must be handled meanwhile.
        if (encoding === 'br')
            return await promisify(brotliDecompress)(bytes, limit);
        return await promisify(encoding === 'deflate' ? inflateZlib : gunzip)(bytes, limit);
    }
    catch (error) {
        const tooLarge = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
        throw new port/* TransportError */.wX(tooLarge ? 'too_large' : 'protocol', `the answer could not be decompressed (${String(encoding)})`, {
            cause: error,
        });
    }
}

// EXTERNAL MODULE: ./build/src/service/http/proxy.js
var proxy = __nccwpck_require__(7551);
;// CONCATENATED MODULE: ./build/src/service/http/send-line.js
/** For `dispatcher.compose()`. Calls `onSent` before the first byte is written, and again if undici resends the request. */
function watchSendLine(onSent) {
    return (dispatch) => (options, handler) => dispatch(options, {
        onRequestStart(controller, context) {
            handler.onRequestStart?.(controller, context);
            // Nothing is written for a request that was aborted in the meantime.
            if (!controller.aborted)
                onSent();
        },
        onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
        onResponseStart: (...given) => handler.onResponseStart?.(...given),
        onResponseData: (...given) => handler.onResponseData?.(...given),
        onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
        onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}

// EXTERNAL MODULE: ./build/node_modules/undici/lib/api/api-request.js
var api_request = __nccwpck_require__(9312);
var api_request_default = /*#__PURE__*/__nccwpck_require__.n(api_request);
// EXTERNAL MODULE: ./build/node_modules/undici/lib/dispatcher/agent.js
var agent = __nccwpck_require__(3480);
var agent_default = /*#__PURE__*/__nccwpck_require__.n(agent);
;// CONCATENATED MODULE: ./build/src/service/http/subset.js
/**
 * Imports only the parts of undici that every request needs. Its index also loads fetch, web sockets, caches and mocks, which took a
 * quarter of the time from process start to the first request (bench/startup, docs/decisions/start-up.md).
 */



/** undici's `request()` on the given dispatcher: one attempt, no redirects, no decoding. */
function subset_request(url, { dispatcher, ...options }) {
    return api_request_default().call(dispatcher, { ...options, origin: url.origin, path: url.pathname + url.search });
}

;// CONCATENATED MODULE: ./build/src/service/http/transport-fault.js
/** Classifies faults that occur before a status line arrives, and describes them. Pure. */


const SENTENCE = {
    dns: 'the name of the service could not be resolved',
    refused: 'no connection to the service could be made',
    connect_timeout: 'connecting to the service took too long',
    tls: 'the TLS handshake with the service failed',
    proxy: 'the proxy did not open a connection to the service',
    certificate: "the service's TLS certificate is not trusted",
    reset: 'the connection was lost before the answer was complete',
    headers_timeout: 'the service did not answer in time',
    body_timeout: "the service's answer was not complete in time",
    protocol: 'what came back is not valid HTTP',
    too_large: 'the answer is too large',
};
function transportFault(error, at) {
    if (error instanceof port/* TransportError */.wX)
        return error;
    return faultOf(transportKind(errorCode(error), at), error);
}
/** The connection to the proxy was lost before the proxy opened a tunnel. */
function proxyFault(error) {
    return faultOf('proxy', error);
}
function faultOf(kind, error) {
    return new port/* TransportError */.wX(kind, `${SENTENCE[kind]}${detail(error, errorCode(error))}`, { cause: error });
}
/** Classifies a fault by the error code of undici, Node or OpenSSL and by the moment it occurred. Pure. */
function transportKind(code, at) {
    if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|UNTRUSTED/.test(code))
        return 'certificate';
    if (!at.sent) {
        if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code.startsWith('EAI_'))
            return 'dns';
        if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || at.timedOut)
            return 'connect_timeout';
        if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code))
            return 'tls';
        if (/^(UND_ERR_ABORTED|UND_ERR_PRX|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY|HPE_)/.test(code))
            return 'proxy';
        return 'refused';
    }
    if (at.timedOut)
        return at.answered ? 'body_timeout' : 'headers_timeout';
    if (code === 'UND_ERR_HEADERS_TIMEOUT')
        return 'headers_timeout';
    if (code === 'UND_ERR_BODY_TIMEOUT')
        return 'body_timeout';
    if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
        return 'protocol';
    return 'reset';
}
function detail(error, code) {
    const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
    const said = message.split('\n', 1)[0] ?? '';
    const parts = [code, said === code ? '' : said].filter((part) => part !== '');
    return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

;// CONCATENATED MODULE: ./build/src/service/http/undici.js







/** Enough for a page of 100 large entries. A larger response, once decompressed, is rejected (contract 6.5). */
const BODY_CAP_BYTES = 16 * 1024 * 1024;
const HEADER_CAP_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
function createUndiciHttp(options) {
    return new UndiciHttp(options);
}
class UndiciHttp {
    #options;
    /** Null before the first request, and after one that was not sent. */
    #kept = null;
    #opener = null;
    #attempts = new Set();
    #reached = 0;
    constructor(options) {
        this.#options = options;
    }
    reached() {
        return this.#reached;
    }
    async close() {
        await this.#kept?.destroy();
    }
    async send(request, signal) {
        this.#opener ??= this.#createOpener();
        const open = await this.#opener;
        signal.throwIfAborted();
        const url = new URL(request.url);
        // undici checks the signal only once it has a connection, which is too late to abort the attempt.
        const givenUp = Promise.withResolvers();
        const attempt = { giveUp: givenUp.reject, sent: false };
        const dispatcher = request.fresh ? open() : (this.#kept ??= open());
        const total = new AbortController();
        const over = AbortSignal.any([signal, total.signal]);
        const onOver = () => givenUp.reject(over.reason);
        over.addEventListener('abort', onOver);
        const timer = setTimeout(() => total.abort(), request.totalTimeoutMs);
        this.#attempts.add(attempt);
        let answered = false;
        try {
            const exchange = subset_request(url, {
                dispatcher: dispatcher.compose(watchSendLine(() => this.#onSent(attempt))),
                method: request.method,
                headers: request.headers,
                body: request.bytes ?? request.body,
                signal: over,
                headersTimeout: request.headersTimeoutMs,
                bodyTimeout: request.headersTimeoutMs,
            });
            const response = await Promise.race([exchange, givenUp.promise]);
            answered = true;
            const headers = flatten(response.headers);
            const bytes = await Promise.race([this.#read(response.body), givenUp.promise]);
            return {
                status: response.statusCode,
                headers,
                body: await Promise.race([decode(bytes, headers['content-encoding'], this.#cap), givenUp.promise]),
            };
        }
        catch (error) {
            signal.throwIfAborted();
            throw transportFault(error, { sent: attempt.sent, answered, timedOut: total.signal.aborted });
        }
        finally {
            clearTimeout(timer);
            // A signal composed of others stays alive, along with the whole response, as long as it has listeners.
            over.removeEventListener('abort', onOver);
            this.#attempts.delete(attempt);
            // undici may still try to send an unsent request later, so its dispatcher is destroyed.
            if (this.#kept === dispatcher && !attempt.sent)
                this.#kept = null;
            if (request.fresh || !attempt.sent)
                await dispatcher.destroy();
        }
    }
    get #cap() {
        return this.#options.bodyCapBytes ?? BODY_CAP_BYTES;
    }
    async #createOpener() {
        const { httpProxy, httpsProxy, noProxy } = this.#options;
        const timeout = this.#options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
        // An invalid address was already reported as an invalid input, so nothing is sent.
        const [http, https] = [(0,proxy/* proxyUrl */.sd)(httpProxy) ?? '', (0,proxy/* proxyUrl */.sd)(httpsProxy) ?? ''];
        const shared = {
            allowH2: false,
            pipelining: 1,
            maxHeaderSize: HEADER_CAP_BYTES,
            keepAliveTimeout: 30_000,
            connect: { timeout },
        };
        if (http === '' && https === '')
            return () => new (agent_default())(shared);
        const { EnvHttpProxyAgent, Pool } = await Promise.all(/* import() */[__nccwpck_require__.e(855), __nccwpck_require__.e(90)]).then(__nccwpck_require__.bind(__nccwpck_require__, 90));
        return () => new EnvHttpProxyAgent({
            ...shared,
            proxyTls: { timeout },
            requestTls: { timeout },
            // Empty rather than undefined, because with undefined undici reads the environment itself.
            httpProxy: http,
            httpsProxy: https,
            noProxy: noProxy ?? '',
            // Otherwise the exchange with the proxy would use undici's default of five minutes.
            clientFactory: (origin, pool) => new Pool(origin, { ...pool, headersTimeout: timeout }).on('disconnect', this.#onProxyGone),
        });
    }
    #onSent(attempt) {
        if (attempt.sent)
            return;
        attempt.sent = true;
        this.#reached += 1;
    }
    /** undici reconnects endlessly and without pause to a proxy that hangs up instead of responding. */
    #onProxyGone = (_origin, _targets, error) => {
        // The tunnel is open, so this connection no longer belongs to the proxy.
        if (errorCode(error) === 'UND_ERR_INFO')
            return;
        const fault = proxyFault(error);
        for (const attempt of this.#attempts)
            if (!attempt.sent)
                attempt.giveUp(fault);
    };
    async #read(body) {
        const chunks = [];
        let size = 0;
        for await (const chunk of body) {
            const bytes = chunk;
            size += bytes.length;
            if (size > this.#cap) {
                body.destroy();
                throw new port/* TransportError */.wX('too_large', `the answer is larger than ${this.#cap} bytes`);
            }
            chunks.push(bytes);
        }
        return Buffer.concat(chunks);
    }
}
function flatten(headers) {
    const flat = {};
    for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined)
            flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    }
    return flat;
}

// EXTERNAL MODULE: ./build/src/version.js
var version = __nccwpck_require__(8234);
;// CONCATENATED MODULE: ./build/src/index.js
/** The only module with side effects on import: builds the real ports and runs main or post. */













/** After a signal the process ends within six seconds, even if something hangs (contract 7.3). */
const WATCHDOG_MS = 5_700;
const USER_AGENT = `agent-run-action/${version/* VERSION */.x}`;
let red = false;
const turnRed = () => {
    red = true;
    process.exitCode = 1;
};
// Set until the end is reached, because Node exits with 0 if the event loop is empty, even with pending promises.
process.exitCode = 1;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
        if (stop.signal.aborted)
            return;
        turnRed();
        stop.abort(new signals/* Cancelled */.c(signal));
        setTimeout(() => process.exit(1), WATCHDOG_MS).unref();
    });
}
const env = { ...process.env, RUNNER_TEMP: process.env['RUNNER_TEMP'] || (0,external_node_os_namespaceObject.tmpdir)() };
let entryStore;
const newHttp = () => createUndiciHttp({
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'],
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'],
    noProxy: env['no_proxy'] ?? env['NO_PROXY'],
});
const http = boundingHeap(newHttp(), { fleet: getInput('tasks') !== '' });
const ports = {
    host: (0,runner_host/* createHost */.De)({
        core: core_namespaceObject,
        summaryFile: env['GITHUB_STEP_SUMMARY'] ?? '',
        files: realFiles,
        onFail: turnRed,
    }),
    files: realFiles,
    clock: realClock,
    random: Math.random,
    env,
    payload: readPayload(env['GITHUB_EVENT_PATH'] ?? ''),
    http,
    otlpHttp: newHttp,
    github: async ({ token, event: { apiUrl, repository } }) => {
        const { createGitHub } = await Promise.all(/* import() */[__nccwpck_require__.e(395), __nccwpck_require__.e(855), __nccwpck_require__.e(134), __nccwpck_require__.e(326)]).then(__nccwpck_require__.bind(__nccwpck_require__, 3326));
        return createGitHub({ token, apiUrl, repository, userAgent: USER_AGENT, clock: realClock });
    },
    stop: stop.signal,
    uuid: external_node_crypto_.randomUUID,
    entryStore: () => (entryStore ??= openStore()),
    userAgent: USER_AGENT,
};
run().catch((error) => {
    // The error's text is not sanitized or redacted, and the runner also reads standard error.
    const kind = error instanceof Error ? error.name : typeof error;
    core_error(`Something went wrong at the very end of this step (${kind}).`, {
        title: 'Agent run: internal',
    });
});
/** A function, because the bundle is CommonJS, which starts faster (docs/decisions/start-up.md) but has no top-level await. */
async function run() {
    const tooOld = (0,version/* nodeTooOld */.u)(process.versions.node);
    if (tooOld !== null) {
        core_error(tooOld, { title: 'Agent run: Node' });
        return;
    }
    if (getState('is_post') === 'true')
        await (await Promise.all(/* import() */[__nccwpck_require__.e(449), __nccwpck_require__.e(847)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2847))).post(ports);
    else
        await main(ports);
    await http.close();
    process.exitCode = red ? 1 : 0;
}
/** All runs of the process share one store. It is loaded when a run is followed, after the first request. */
async function openStore() {
    const [{ EntryStore: Store }, { openScratch }] = await Promise.all([
        __nccwpck_require__.e(/* import() */ 465).then(__nccwpck_require__.bind(__nccwpck_require__, 465)),
        __nccwpck_require__.e(/* import() */ 483).then(__nccwpck_require__.bind(__nccwpck_require__, 2483)),
    ]);
    return new Store(() => openScratch((0,external_node_path_.join)(env['RUNNER_TEMP'] ?? (0,external_node_os_namespaceObject.tmpdir)(), `agent-run-${(0,external_node_crypto_.randomUUID)()}`)));
}
function readPayload(path) {
    try {
        return JSON.parse((0,external_node_fs_.readFileSync)(path, 'utf8'));
    }
    catch {
        return {};
    }
}

})();

module.exports = __webpack_exports__;
/******/ })()
;