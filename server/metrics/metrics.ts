// Counts and measures for Prometheus. Loaded only with `METRICS_PORT`. docs/operating.md lists the metrics.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The route is a pattern, which limits the number of series. */
type RequestLabels = { method: string; route: string; status: string }
type Labels = Record<string, string>
export type Sample = { labels?: Labels; value: number }

export type Metrics = {
  requestEnded(labels: RequestLabels, seconds: number): void
  /** The time from the post to the last follower's timeline. */
  signalDelivered(seconds: number): void
  emailTried(outcome: 'sent' | 'failed' | 'refused'): void
  /** Counts an email that wasn't sent because strangers have caused too many emails to its mailbox. */
  emailWithheld(): void
  /** The number of calls that a broker's provider still allows in this minute. */
  brokerQuotaLeft(provider: string, calls: number): void
  /** Adds a gauge whose value is read with each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** Adds a gauge with one value for each set of labels. */
  gauges(name: string, help: string, labelNames: string[], read: () => Promise<Sample[]> | Sample[]): void
  /** All metrics in Prometheus' text format. */
  text(): Promise<{ contentType: string; body: string }>
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const DELIVERY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'signalpost_http_request_duration_seconds',
    help: 'How long requests took. Its count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const deliveries = new Histogram({
    name: 'signalpost_signal_delivery_seconds',
    help: 'The time from a post to the last follower’s timeline.',
    buckets: DELIVERY_SECONDS,
    registers,
  })
  const emails = new Counter({
    name: 'signalpost_emails_total',
    help: 'Emails that the mail server accepted, deferred, or refused permanently.',
    labelNames: ['outcome'],
    registers,
  })
  const withheld = new Counter({
    name: 'signalpost_emails_withheld_total',
    help: 'Emails that strangers caused beyond what one mailbox gets.',
    registers,
  })
  const quotas = new Gauge({
    name: 'signalpost_broker_quota_left',
    help: 'The calls that a broker’s provider still allowed in its minute, as of its last response.',
    labelNames: ['provider'],
    registers,
  })
  for (const outcome of ['sent', 'failed', 'refused']) emails.inc({ outcome }, 0)

  return {
    requestEnded: (labels, seconds) => requests.observe(labels, seconds),
    signalDelivered: (seconds) => deliveries.observe(seconds),
    emailTried: (outcome) => emails.inc({ outcome }),
    emailWithheld: () => withheld.inc(),
    brokerQuotaLeft: (provider, calls) => quotas.set({ provider }, calls),
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    gauges(name, help, labelNames, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const samples = await read()
          gauge.reset()
          for (const { labels = {}, value } of samples) gauge.set(labels, value)
        },
      })
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
