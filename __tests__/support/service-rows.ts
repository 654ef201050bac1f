/** Tables of tests with a row for each service: one without a row does not compile. */
import { SERVICE_NAMES, type ServiceName } from '../../src/agents/service-table.ts';

/**
 * The rows for `it.each`, in the order of the services.
 *
 * @param rows null: what the test is about does not apply to the service
 */
export function serviceRows<Row>(
  rows: Readonly<Record<ServiceName, Row | null>>,
): readonly (readonly [ServiceName, Row])[] {
  return SERVICE_NAMES.flatMap((service) => {
    const row = rows[service];
    return row === null ? [] : [[service, row] as const];
  });
}
