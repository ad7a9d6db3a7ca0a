declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server as NetServer, TcpSocketConnectOpts } from 'node:net'

  export type Pdu = {
    command: string
    command_status: number
    sequence_number: number
    message_id?: string
    source_addr?: string
    destination_addr?: string
    esm_class?: number
    data_coding?: number
    short_message?: { message: string | Buffer; udh?: Buffer[] } | Buffer
    message_payload?: { message: string | Buffer } | Buffer
    receipted_message_id?: string
    message_state?: number
    sar_msg_ref_num?: number
    sar_total_segments?: number
    sar_segment_seqnum?: number
    system_id?: string
    password?: string
    registered_delivery?: number
    validity_period?: unknown
    response(options?: object): Pdu
  }
  export class Session extends EventEmitter {
    send(pdu: Pdu, onAnswer?: (answer: Pdu) => void): boolean
    close(): void
    destroy(): void
  }
  export class PDU {
    constructor(command: string, options?: object)
  }
  class Server extends NetServer {}
  type Library = {
    connect(options: TcpSocketConnectOpts & { tls?: boolean; servername?: string; rejectUnauthorized?: boolean }): Session
    createServer(onSession: (session: Session) => void): Server
    PDU: new (command: string, options?: object) => Pdu
    errors: Record<string, number>
  }
  const smpp: Library
  export default smpp
}
