import type { Log } from '../../../platform/log.ts'
import { GatewayRefused, GatewayUnavailable } from '../../gateway-errors.ts'
import type { RegisteredProvider } from '../../registered-provider.ts'
import type { PairingSink, WhatsappPairings } from '../whatsapp-pairings.ts'
import type { WhatsappGateway } from '../whatsapp-gateway.ts'
import type { PluginOptions } from './plugin-process.ts'
import { openSimulatedLine } from './simulated-line.ts'
import { openWebLine, type PairingLine } from './web-line.ts'

type Options = { simulator: WhatsappGateway; log: Log; options?: PluginOptions }
type Registry = WhatsappPairings & { gatewayOf(provider: RegisteredProvider): WhatsappGateway; close(): Promise<void> }

/** The numbers that are paired by a code. One is kept connected by the one process that holds it; another one sends nothing by it. */
export function openWebPairings({ simulator, log, options = {} }: Options): Registry {
  const lines = new Map<number, { isSimulation: boolean; line: PairingLine }>()

  function open(provider: RegisteredProvider, sink: PairingSink): PairingLine {
    if (isSimulation(provider)) return openSimulatedLine({ sink, simulator })
    return openWebLine({ sink, options, log, providerId: provider.id })
  }

  return {
    hold(provider, sink) {
      const kept = lines.get(provider.id)
      if (kept?.isSimulation === isSimulation(provider)) return
      void kept?.line.close()
      lines.set(provider.id, { isSimulation: isSimulation(provider), line: open(provider, sink) })
    },
    pair: (id) => lines.get(id)?.line.pair(),
    unpair: (id) => lines.get(id)?.line.unpair(),
    scan: (id) => lines.get(id)?.line.scan(),
    async keepOnly(providerIds) {
      const gone = [...lines].filter(([id]) => !providerIds.has(id))
      for (const [id] of gone) lines.delete(id)
      await Promise.all(gone.map(([, { line }]) => line.close()))
    },
    gatewayOf: (provider) => ({
      // What the simulation tells of a message comes under its own name.
      name: isSimulation(provider) ? simulator.name : 'web-pairing',
      simulated: isSimulation(provider),
      loopback: isSimulation(provider),
      lanes: 1,
      keepsRef: true,
      send(message) {
        const kept = lines.get(provider.id)
        if (!kept) throw new GatewayUnavailable('The number is not connected here', { fault: 'unreachable' })
        return kept.line.send(message)
      },
      // Nobody approves its texts, it tells nothing of its limits, and it brings its news by its connection.
      listTexts: () => Promise.resolve([]),
      numberState: () => Promise.resolve({ dailyLimit: null, quality: 'UNKNOWN', displayNumber: '' }),
      uploadMedia: (file) =>
        isSimulation(provider)
          ? simulator.uploadMedia(file)
          : Promise.reject(new GatewayRefused('textsOnly', 'A paired number carries texts alone')),
      fetchMedia: () => Promise.resolve(null),
      readNews: () => ({ updates: [], incoming: [], textsChanged: false }),
      answerChallenge: () => null,
      async close() {},
    }),
    async close() {
      await Promise.all([...lines.values()].map(({ line }) => line.close()))
      lines.clear()
    },
  }
}

function isSimulation({ id, settings }: RegisteredProvider): boolean {
  if (settings.kind !== 'web-pairing') throw new Error(`provider ${id} is not paired by a code`)
  return settings.isSimulation
}
