import type { ProviderFault } from '@regie/contract/providers.ts'

/** Final: the provider will not take this message. `code` is the provider's own. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

/** Known not to have left: the same message may be tried again later. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
  /** Where a connection stopped, when that is why. */
  readonly fault: ProviderFault | null

  constructor(text: string, { fault = null, ...options }: { fault?: ProviderFault | null; cause?: unknown } = {}) {
    super(text, options)
    this.fault = fault
  }
}

/** Has not left because there is too much at once: it goes again after so long, and that is no failed attempt. */
export class GatewayBusy extends GatewayUnavailable {
  override name = 'GatewayBusy'
  readonly afterMs: number

  constructor(text: string, afterMs: number) {
    super(text)
    this.afterMs = afterMs
  }
}

/** Bytes left and no answer came: nobody knows whether the person has it, so it is never sent again by itself. */
export class GatewayUncertain extends Error {
  override name = 'GatewayUncertain'
}

/** The provider knows nothing of this call any more: nobody will report its end. */
export class CallUnknown extends Error {
  override name = 'CallUnknown'
}

/** A call of a webhook that does not prove to come from the provider. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
}
