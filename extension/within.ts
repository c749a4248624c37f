/** What comes in time, else `instead`; so too when it fails. */
export async function within<T>(value: Promise<T> | T, patienceMs: number, instead: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lapse = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(instead), patienceMs);
  });
  try {
    return await Promise.race([value, lapse]);
  } catch {
    return instead;
  } finally {
    clearTimeout(timer);
  }
}
