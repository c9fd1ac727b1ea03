/*
 * Baseline: finds the ten best rows in a file of raw floats with plain dot products.
 *
 *   scan FLOATS QUERIES ROWS DIMENSION THREADS SECONDS
 *
 * Prints the best rows for the first query, then the mean time of a pass in milliseconds. Each pass
 * uses the next query.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BEST 10
#define QUERIES 64
#define MOST_THREADS 64

typedef struct {
  const float *rows;
  const float *query;
  long first, end;
  int dimension, kept;
  long row[BEST];
  float score[BEST];
} part;

static const float *map(const char *name) {
  int file = open(name, O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) {
    perror(name);
    exit(1);
  }
  void *bytes = mmap(NULL, about.st_size, PROT_READ, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) {
    perror(name);
    exit(1);
  }
  return bytes;
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

static float dot(const float *query, const float *row, int dimension) {
  float sum = 0;
  for (int i = 0; i < dimension; i++) {
    sum += query[i] * row[i];
  }
  return sum;
}

/* Inserts the row in the list of the best rows, which is sorted from best to worst. */
static void keep(part *p, long row, float score) {
  if (p->kept == BEST && score <= p->score[BEST - 1]) {
    return;
  }
  int at = p->kept < BEST ? p->kept++ : BEST - 1;
  for (; at > 0 && p->score[at - 1] < score; at--) {
    p->score[at] = p->score[at - 1];
    p->row[at] = p->row[at - 1];
  }
  p->score[at] = score;
  p->row[at] = row;
}

static void *scan(void *argument) {
  part *p = argument;
  p->kept = 0;
  for (long row = p->first; row < p->end; row++) {
    keep(p, row, dot(p->query, p->rows + row * p->dimension, p->dimension));
  }
  return NULL;
}

static part search(part *parts, int threads, const float *query) {
  pthread_t helpers[MOST_THREADS];
  for (int i = 0; i < threads; i++) {
    parts[i].query = query;
  }
  for (int i = 1; i < threads; i++) {
    if (pthread_create(&helpers[i], NULL, scan, &parts[i]) != 0) {
      perror("thread");
      exit(1);
    }
  }
  scan(&parts[0]);
  part best = parts[0];
  for (int i = 1; i < threads; i++) {
    pthread_join(helpers[i], NULL);
    for (int j = 0; j < parts[i].kept; j++) {
      keep(&best, parts[i].row[j], parts[i].score[j]);
    }
  }
  return best;
}

int main(int count, char **arguments) {
  if (count != 7 || atoi(arguments[5]) < 1 || atoi(arguments[5]) > MOST_THREADS) {
    fprintf(stderr, "scan FLOATS QUERIES ROWS DIMENSION THREADS SECONDS\n");
    return 2;
  }
  const float *rows = map(arguments[1]);
  const float *queries = map(arguments[2]);
  long rowCount = atol(arguments[3]);
  int dimension = atoi(arguments[4]);
  int threads = atoi(arguments[5]);
  double millis = atof(arguments[6]) * 1e3;
  static part parts[MOST_THREADS];
  for (int i = 0; i < threads; i++) {
    parts[i].rows = rows;
    parts[i].dimension = dimension;
    parts[i].first = i * rowCount / threads;
    parts[i].end = (i + 1) * rowCount / threads;
  }
  part best = search(parts, threads, queries);
  for (int i = 0; i < best.kept; i++) {
    printf("%ld%c", best.row[i], i + 1 < best.kept ? ' ' : '\n');
  }
  search(parts, threads, queries);
  int passes = 0;
  double start = now();
  while (now() - start < millis) {
    passes++;
    search(parts, threads, queries + (long)(passes % QUERIES) * dimension);
  }
  printf("%.4f\n", (now() - start) / passes);
  return 0;
}
