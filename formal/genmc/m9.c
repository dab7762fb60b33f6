// M9: probers that write an entry back as fresh, data before check as `Slot::exchange` does, beside a store. Afterwards the words
// are the store's; meanwhile a reader finds nothing invented.
// -DTWO: a second prober, of another generation. -DWEAR: a thread that lowers the wear bits, which are outside the check.
// -DNOSTORE: without the store; the entry stays whole. Controls: -DPLAIN: plain stores; -DWEAR -DNOSTORE -DCHECK_FIRST.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define LOAD(x) atomic_load_explicit(&x, RELAXED)
#define STORE(x, v) atomic_store_explicit(&x, v, RELAXED)

// check = key ^ (data & ~3). OLD: key 4, data 64, wear 3. The store's: key 1, data 16, wear 3.
atomic_ulong c = 68, d = 67;

static int exchange(atomic_ulong *word, unsigned long seen, unsigned long new) {
    return atomic_compare_exchange_strong_explicit(word, &seen, new, RELAXED, RELAXED);
}

void *prober(void *fresh) {
    unsigned long check = LOAD(c), data = LOAD(d);
    if ((check ^ (data & ~3ul)) != 4) return 0;
    unsigned long new_data = (unsigned long)fresh | 3, new_check = 4 ^ (unsigned long)fresh;
#ifdef PLAIN
    STORE(c, new_check);
    STORE(d, new_data);
#elif defined CHECK_FIRST
    if (exchange(&c, check, new_check)) exchange(&d, data, new_data);
#else
    if (exchange(&d, data, new_data)) exchange(&c, check, new_check);
#endif
    return 0;
}

void *wearer(void *_) {
    unsigned long check = LOAD(c), data = LOAD(d);
    if ((check ^ (data & ~3ul)) == 4 && (data & 3)) exchange(&d, data, data - 1);
    return 0;
}

void *store(void *_) {
    STORE(c, 17);
    STORE(d, 19);
    return 0;
}

void *reader(void *_) {
    unsigned long check = LOAD(c), data = LOAD(d) & ~3ul, key = check ^ data;
    assert(key != 1 || data == 16);
    assert(key != 4 || data == 64 || data == 72 || data == 80);
    return 0;
}

int main() {
    pthread_t t[5];
    int n = 0;
    pthread_create(&t[n++], 0, prober, (void *)72);
#ifdef TWO
    pthread_create(&t[n++], 0, prober, (void *)80);
#endif
#ifdef WEAR
    pthread_create(&t[n++], 0, wearer, 0);
#endif
#ifndef NOSTORE
    pthread_create(&t[n++], 0, store, 0);
#endif
    pthread_create(&t[n++], 0, reader, 0);
    for (int i = 0; i < n; i++) pthread_join(t[i], 0);
#ifdef NOSTORE
    assert((LOAD(c) ^ (LOAD(d) & ~3ul)) == 4);
#else
    assert(LOAD(c) == 17 && LOAD(d) == 19);
#endif
}
