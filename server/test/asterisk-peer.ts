import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'

const account = { user: 'regie', secret: 'geheim-woord' }
type Channel = {
  id: string
  state: 'Down' | 'Ring' | 'Ringing' | 'Up'
  appName: string
  variables: Map<string, string>
  created: number
  endpoint: string
  callerId: string | undefined
  /** Of a call that came in: who called, and what of the dialplan it is in. */
  cameFrom?: { number: string; dialled: string; app: string }
  /** The channel that this one listens to. */
  hears?: string
}
type Answer = { status: number; body?: unknown }

// What ARI of Asterisk 22 asks of a new channel.
const NewChannel = z.strictObject({
  endpoint: z.string().regex(/^PJSIP\/[\w.-]+(@[\w-]+)?$/),
  app: z.string().min(1),
  appArgs: z.string(),
  timeout: z.coerce.number().int().min(1),
  callerId: z.string().optional(),
})
const Pushed = z.strictObject({ fields: z.array(z.strictObject({ attribute: z.string().min(1), value: z.string().min(1) })).min(1) })
const Variables = z.strictObject({ variables: z.record(z.string(), z.string()) })

/** A server that answers as the REST interface of Asterisk 22 does, and sends the events that one had recorded, in their shape. */
export async function openAsteriskPeer({ port = 0, now = () => Date.now() }: { port?: number; now?: () => number } = {}) {
  const asked: string[] = []
  const dialled: string[] = []
  const timeouts: number[] = []
  const sounds: string[] = []
  const muted = new Set<string>()
  const pressed: string[] = []
  // What was pushed to its memory, by kind and name, and which phones are connected.
  const pushed = new Map<string, Record<string, string>>()
  const connected = new Set<string>()
  const channels = new Map<string, Channel>()
  const bridges = new Map<string, { type: string; channels: Set<string> }>()
  const playbacks = new Map<string, string>()
  const listeners = new Map<string, WebSocket>()
  let mode: 'take' | 'silent' | 'cutAfterDialling' = 'take'

  const stamp = (at: number) => new Date(at).toISOString().replace('Z', '+0000')
  const dataOf = (cameFrom: Channel['cameFrom']) => (cameFrom ? `${cameFrom.app},inbound,${cameFrom.dialled}` : '')
  const shown = ({ id, state, appName, created, endpoint, cameFrom }: Channel) => ({
    ...{ id, name: `${endpoint.replace(/^(PJSIP\/)[^@]*@/, '$1')}-0000001a`, state, protocol_id: 'f53588aa-c820-4d29-add2-9429b5af82a2' },
    ...{ caller: { name: '', number: cameFrom?.number ?? '' }, connected: { name: '', number: '' }, accountcode: '', language: 'nl' },
    ...{
      dialplan: { context: 'from-trunk', exten: cameFrom?.dialled ?? 's', priority: 1, app_name: appName, app_data: dataOf(cameFrom) },
      creationtime: stamp(created),
    },
  })
  function send(event: object) {
    const full = { timestamp: stamp(now()), ...event, asterisk_id: '02:fc:00:00:00:01', application: 'regie' }
    for (const socket of listeners.values()) socket.send(JSON.stringify(full))
  }

  const answerTo: Record<string, (parts: string[], query: Record<string, string>, body: string) => Answer> = {
    'GET asterisk/info': () => ({ status: 200, body: { system: { version: '22.10.1' } } }),
    'PUT asterisk': ([_config, _dynamic, module, kind, name], _query, body) => {
      const given = Pushed.safeParse(JSON.parse(body))
      if (module !== 'res_pjsip' || !given.success) return { status: 400, body: { message: 'Invalid parameters' } }
      pushed.set(`${kind}/${name}`, Object.fromEntries(given.data.fields.map(({ attribute, value }) => [attribute, value])))
      return { status: 200, body: given.data.fields }
    },
    'DELETE asterisk': ([_config, _dynamic, _module, kind, name]) => ({ status: pushed.delete(`${kind}/${name}`) ? 204 : 404 }),
    'GET endpoints': ([technology, name = '']) => {
      if (!pushed.has(`endpoint/${name}`)) return { status: 404, body: { message: 'Endpoint not found' } }
      const body = { technology, resource: name, state: connected.has(name) ? 'online' : 'offline', channel_ids: [] }
      return { status: 200, body }
    },
    'GET applications': ([app = '']) => (listeners.has(app) ? { status: 200, body: { name: app } } : { status: 404 }),
    'GET channels': ([id, what], query) => {
      if (id === undefined) return { status: 200, body: [...channels.values()].map(shown) }
      const channel = channels.get(id)
      if (!channel) return { status: 404, body: { message: 'Channel not found' } }
      if (what !== 'variable') return { status: 200, body: shown(channel) }
      const value = channel.variables.get(query['variable'] ?? '')
      return value === undefined ? { status: 404, body: { message: 'Provided variable was not found' } } : { status: 200, body: { value } }
    },
    'POST channels': ([id = '', what, name], query, body) => {
      if (what === undefined) return dial(id, query, body)
      return what === 'snoop' ? snoop(id, name ?? '', query) : act(id, [what, name ?? ''], query)
    },
    'DELETE channels': ([id = '', what], query) => {
      if (what !== undefined) return act(id, [what, ''], query, true)
      if (!channels.has(id)) return { status: 404, body: { message: 'Channel not found' } }
      const cause = z.coerce.number().int().default(16).parse(query['reason_code'])
      queueMicrotask(() => hangUp(id, cause))
      return { status: 204 }
    },
    'POST bridges': ([id = '', what], query) => {
      const bridge = bridges.get(id)
      if (what === undefined) {
        const type = z.enum(['mixing', 'holding']).parse(query['type'])
        bridges.set(id, bridge ?? { type, channels: new Set() })
        return { status: 200, body: { id, bridge_type: type } }
      }
      if (!bridge) return { status: 404, body: { message: 'Bridge not found' } }
      if (what === 'moh') return { status: 204 }
      for (const channel of (query['channel'] ?? '').split(',')) {
        // ARI takes a channel that is not there, or not in Stasis, for a wrong parameter.
        if (channels.get(channel)?.appName !== 'Stasis')
          return { status: channels.has(channel) ? 409 : 400, body: { message: 'Channel not found' } }
        for (const other of bridges.values()) other.channels.delete(channel)
        bridge.channels.add(channel)
      }
      return { status: 204 }
    },
    'DELETE bridges': ([id = '']) => ({ status: bridges.delete(id) ? 204 : 404 }),
    'GET playbacks': ([id = '']) => (playbacks.has(id) ? { status: 200, body: { id, state: 'playing' } } : { status: 404 }),
    'DELETE playbacks': ([id = '']) => {
      if (!playbacks.has(id)) return { status: 404 }
      queueMicrotask(() => finish(id, 'done'))
      return { status: 204 }
    },
  }

  function dial(id: string, query: Record<string, string>, body: string): Answer {
    const wanted = NewChannel.safeParse(query)
    const given = Variables.safeParse(JSON.parse(body === '' ? '{"variables":{}}' : body))
    if (!wanted.success || !given.success) return { status: 400, body: { message: 'Invalid parameters' } }
    if (channels.has(id)) return { status: 409, body: { message: 'Channel with given unique ID already exists.' } }
    if (wanted.data.endpoint.includes('00000000')) return { status: 500, body: { error: 'Allocation failed' } }
    const { endpoint, callerId } = wanted.data
    const channel: Channel = {
      ...{ id, state: 'Down', appName: 'AppDial2', created: now(), endpoint, callerId },
      variables: new Map(Object.entries(given.data.variables)),
    }
    channels.set(id, channel)
    dialled.push(endpoint)
    if (id.endsWith('.agent')) timeouts.push(wanted.data.timeout)
    const { variables: _variables, ...dialling } = { ...channel, ...shown(channel) }
    send({ type: 'Dial', dialstatus: '', forward: '', dialstring: endpoint.slice(6), peer: dialling })
    return { status: 200, body: shown(channel) }
  }

  // What hears a channel enters the application by itself, a moment after it is asked for, and goes with what it hears.
  function snoop(of: string, id: string, query: Record<string, string>): Answer {
    if (!channels.has(of)) return { status: 404, body: { message: 'Channel not found' } }
    const ways = z
      .strictObject({ spy: z.literal('both'), whisper: z.literal('none'), app: z.string().min(1), appArgs: z.string() })
      .safeParse(query)
    if (!ways.success) return { status: 400, body: { message: 'Invalid direction specified for spy' } }
    if (channels.has(id)) return { status: 409, body: { message: 'Channel with given unique ID already exists.' } }
    const name = `Snoop/${of}`
    const channel: Channel = {
      ...{ id, state: 'Up', appName: '', created: now(), endpoint: name, callerId: undefined, variables: new Map(), hears: of },
    }
    channels.set(id, channel)
    queueMicrotask(() => enter(channel, [ways.data.appArgs]))
    return { status: 200, body: shown(channel) }
  }

  function act(id: string, [what, playback]: [string, string], query: Record<string, string>, isUndone = false): Answer {
    const channel = channels.get(id)
    if (!channel) return { status: 404, body: { message: 'Channel not found' } }
    if (what === 'variable') {
      channel.variables.set(z.string().parse(query['variable']), query['value'] ?? '')
      return { status: 204 }
    }
    if (channel.appName !== 'Stasis') return { status: 409, body: { message: 'Channel not in Stasis application' } }
    if (what === 'continue') {
      const place = z.strictObject({ context: z.literal('regie-amd'), extension: z.literal('s'), priority: z.literal('1') })
      if (!place.safeParse(query).success) return { status: 400 }
      channel.appName = 'AMD'
      send({ type: 'StasisEnd', channel: shown(channel) })
      return { status: 204 }
    }
    if (what === 'answer') {
      channel.state = 'Up'
      send({ type: 'ChannelStateChange', channel: shown(channel) })
      return { status: 204 }
    }
    if (what === 'mute') {
      const { direction } = z.strictObject({ direction: z.enum(['in', 'out', 'both']) }).parse(query)
      muted[isUndone ? 'delete' : 'add'](`${id} ${direction}`)
      return { status: 204 }
    }
    if (what === 'dtmf') {
      const tones = z.strictObject({ dtmf: z.string().regex(/^[0-9*#]+$/), between: z.coerce.number(), duration: z.coerce.number() })
      if (!tones.safeParse(query).success) return { status: 400, body: { message: 'DTMF is required' } }
      pressed.push(`${id} ${query['dtmf']}`)
      return { status: 204 }
    }
    if (what !== 'play') return { status: 404 }
    const media = z
      .string()
      .regex(/^sound:https?:\/\/\S+\.wav$/)
      .parse(query['media'])
    sounds.push(media.slice('sound:'.length))
    playbacks.set(playback, id)
    const body = { id: playback, media_uri: media, target_uri: `channel:${id}`, language: 'nl', state: 'playing' }
    send({ type: 'PlaybackStarted', playback: body })
    return { status: 201, body }
  }

  function finish(playback: string, state: string) {
    const channel = playbacks.get(playback)
    if (channel === undefined || !playbacks.delete(playback)) return
    const body = { id: playback, media_uri: 'sound:x', target_uri: `channel:${channel}`, language: 'nl', state }
    send({ type: 'PlaybackFinished', playback: body })
  }

  function hangUp(id: string, cause: number, words = 'Normal Clearing') {
    const channel = channels.get(id)
    if (!channel) return
    for (const [playback, of] of playbacks) if (of === id) playbacks.delete(playback)
    for (const bridge of bridges.values()) bridge.channels.delete(id)
    if (channel.appName === 'Stasis') send({ type: 'StasisEnd', channel: shown(channel) })
    channels.delete(id)
    send({ type: 'ChannelDestroyed', cause, cause_txt: words, channel: shown(channel) })
    for (const one of [...channels.values()]) if (one.hears === id) hangUp(one.id, cause)
  }

  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://x')
      const [noun = '', ...parts] = url.pathname.replace(/^\/ari\//, '').split('/')
      asked.push(`${request.method} ${url.pathname.slice('/ari'.length)}`)
      const write = ({ status, body: json }: Answer) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(json === undefined ? '' : JSON.stringify(json))
      if (mode === 'silent') return request.socket.destroy()
      if (!isSignedIn(request)) return write({ status: 401, body: { message: 'Authentication required' } })
      const key = noun === 'asterisk' && request.method === 'GET' ? 'GET asterisk/info' : `${request.method} ${noun}`
      const answer = answerTo[key]?.(parts, Object.fromEntries(url.searchParams), body) ?? {
        status: 404,
        body: { message: 'Resource not found' },
      }
      if (mode === 'cutAfterDialling' && key === 'POST channels') return request.socket.destroy()
      write(answer)
    })
  })
  const isSignedIn = ({ headers }: http.IncomingMessage) =>
    headers.authorization === `Basic ${Buffer.from(`${account.user}:${account.secret}`).toString('base64')}`
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const app = new URL(request.url ?? '', 'http://x').searchParams.get('app')
    if (!isSignedIn(request) || app === null) return socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      listeners.get(app)?.send(JSON.stringify({ type: 'ApplicationReplaced', application: app, timestamp: stamp(now()) }))
      listeners.set(app, ws)
      ws.on('close', () => listeners.get(app) === ws && listeners.delete(app))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const openPort = (server.address() as AddressInfo).port

  const enter = (channel: Channel, args: string[]) => {
    channel.appName = 'Stasis'
    send({ type: 'StasisStart', args, channel: shown(channel) })
  }
  const channelOf = (id: string) => {
    const channel = channels.get(id)
    if (!channel) throw new Error(`no channel ${id}`)
    return channel
  }
  return {
    ...{
      account,
      asked,
      dialled,
      timeouts,
      sounds,
      muted,
      pressed,
      pushed,
      connected,
      channels,
      bridges,
      playbacks,
      port: openPort,
      url: `http://127.0.0.1:${openPort}/ari`,
    },
    send,
    shown,
    setMode: (next: typeof mode) => (mode = next),
    /** The person, or the colleague, picks up. */
    pickUp(id: string) {
      const channel = channelOf(id)
      channel.state = 'Up'
      send({ type: 'ChannelStateChange', channel: shown(channel) })
      enter(channel, [/\.(agent|ear)$/.exec(id)?.[1] ?? 'call'])
    },
    /** Somebody calls a number, and the dialplan gives them to an application; `isTold`: the event of it arrives. */
    callIn(id: string, { from, to, app = 'regie', isTold = true }: { from: string; to: string; app?: string; isTold?: boolean }) {
      const channel: Channel = {
        ...{ id, state: 'Ring', appName: 'Stasis', variables: new Map(), created: now(), endpoint: 'PJSIP/trunk', callerId: undefined },
        cameFrom: { number: from, dialled: to, app },
      }
      channels.set(id, channel)
      if (isTold) send({ type: 'StasisStart', args: ['inbound', to], channel: shown(channel) })
    },
    /** The dialplan has found out who picked up, and comes back. */
    detect(id: string, status: string, cause: string) {
      const channel = channelOf(id)
      channel.variables.set('AMDSTATUS', status)
      enter(channel, ['amd', status, cause])
    },
    endSound: (state = 'done') => {
      for (const playback of playbacks.keys()) finish(playback, state)
    },
    press: (id: string, digit: string) => send({ type: 'ChannelDtmfReceived', digit, duration_ms: 180, channel: shown(channelOf(id)) }),
    hangUp,
    /** The connection of the events breaks; the calls go on. */
    cut() {
      for (const socket of listeners.values()) socket.terminate()
      listeners.clear()
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type AsteriskPeer = Awaited<ReturnType<typeof openAsteriskPeer>>
